/** The longest piece of a text field that a message may repeat. */
export const PREVIEW = 24;
/** A piece that is too long holds at least one whole block of this length, counted from the beginning of the message. */
const BLOCK: number = PREVIEW / 2 + 1;
const EVERY_BLOCK = new RegExp(`[^]{${BLOCK}}`, "g");

/** The message without any run of more than {@link PREVIEW} characters that also stands in a text of what it is about (T03). */
export function withoutQuotations(message: string, subject: unknown): string {
  const texts = textsIn(subject, []);
  // Most texts share no block with the message, and a text may have megabytes.
  const shared = (message.match(EVERY_BLOCK) ?? []).map((block) => isIn(texts, block));
  if (!shared.includes(true)) return message;
  let kept = "";
  for (let at = 0; at < message.length;) {
    const end = shared[Math.ceil(at / BLOCK)] === true ? quotedUntil(message, at, texts) : at;
    kept += end > at ? "…" : (message[at] ?? "");
    at = Math.max(end, at + 1);
  }
  return kept;
}

/** Where the longest quotation ends that begins here; `from` itself when none does. */
function quotedUntil(message: string, from: number, texts: readonly string[]): number {
  let end = from + PREVIEW + 1;
  if (end > message.length || !isIn(texts, message.slice(from, end))) return from;
  while (end < message.length && isIn(texts, message.slice(from, end + 1))) end += 1;
  return end;
}

function isIn(texts: readonly string[], piece: string): boolean {
  return texts.some((text) => text.includes(piece));
}

/** Every text that is long enough to be quoted at too great a length. */
function textsIn(value: unknown, texts: string[]): string[] {
  if (typeof value === "string" && value.length > PREVIEW) {
    texts.push(value);
    // A message may quote it as JSON writes it.
    const escaped = JSON.stringify(value).slice(1, -1);
    if (escaped !== value) texts.push(escaped);
  }
  if (typeof value === "object" && value !== null) for (const below of Object.values(value)) textsIn(below, texts);
  return texts;
}
