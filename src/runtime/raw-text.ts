const MOST = 2_000;

/** What an adapter gave instead of a reply, for whoever has to mend it: a text, bounded, whatever it is (R07). Never throws. */
export function rawText(raw: unknown): string {
  try {
    return (JSON.stringify(raw) ?? String(raw)).slice(0, MOST);
  } catch {
    // A circle, or a getter of its own that throws.
    return `a value of type ${typeof raw} that cannot be written as JSON`;
  }
}
