/** Shorter values are words like any other, and taking them out would only garble the text. */
const SHORTEST = 6;

/** Takes the given values out of a text wherever they stand: what a server was given in secret is told to nobody. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const longestFirst = secrets
    .filter((secret) => secret.length >= SHORTEST)
    .toSorted((one, other) => other.length - one.length);
  return (text) => longestFirst.reduce((told, secret) => told.replaceAll(secret, "***"), text);
}
