/** How long a provider asks to wait, in milliseconds: in milliseconds, seconds or as a date; undefined where it does not say. */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const milliseconds = amount(headers.get("retry-after-ms"));
  if (milliseconds !== undefined) return milliseconds;
  const given = headers.get("retry-after");
  if (given === null) return undefined;
  const seconds = amount(given);
  if (seconds !== undefined) return seconds * 1000;
  // A day or a month has a name; anything else the platform would take for some year.
  const date = /[A-Za-z]{3}/.test(given) ? Date.parse(given) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function amount(text: string | null): number | undefined {
  if (text === null || !/^\s*\d+(?:\.\d+)?\s*$/.test(text)) return undefined;
  return Number(text);
}
