/** Longer messages are cut: a row has to hold them. */
const MOST = 20_000;

/** The message of whatever was thrown, fit for a row: a bounded, well-formed text, whatever an adapter put there. */
export function errorText(thrown: unknown, otherwise = "something was thrown that is no error"): string {
  if (!(thrown instanceof Error)) return otherwise;
  return rowText(messageIn(thrown));
}

/** What is meant as a text and may quote anybody's, fit for a row. */
export function rowText(text: unknown): string {
  if (typeof text !== "string") return "an error without a text was thrown";
  if (text.length > MOST) return `${text.slice(0, MOST).toWellFormed()}...`;
  return text.isWellFormed() ? text : text.toWellFormed();
}

function messageIn(error: Error): unknown {
  try {
    return error.message;
  } catch {
    // A message that cannot be read is none.
    return undefined;
  }
}
