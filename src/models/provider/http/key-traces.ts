/** Shorter ones are words of every sentence, and the keys of local servers often are. */
const SHORTEST = 4;
/** From this length on, a beginning of a key is as good as a key, and no text has it by chance. */
const LONG = 16;
const BEGINNING = 10;

/** One way in which a key may be written. */
interface Trace {
  readonly text: string;
  /** How much of its beginning is told apart from other text. */
  readonly least: number;
}

/** The ways in which servers write back a key that they were sent: as it is, in base64 wherever it begins there, in a JSON text. */
function tracesOf(key: string): readonly Trace[] {
  const isLong = key.length >= LONG;
  const texts = [key, JSON.stringify(key).slice(1, -1), ...[0, 1, 2].flatMap((shift) => base64Of(key, shift))];
  return [...new Set(texts)].map((text) => ({ text, least: isLong ? BEGINNING : text.length }));
}

/** The characters that a key has in base64 behind so many other bytes, whatever these are and whatever follows. */
function base64Of(key: string, shift: number): readonly string[] {
  const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(key)]);
  const [from, to] = [Math.ceil((shift * 8) / 6), Math.floor((bytes.length * 8) / 6)];
  return [bytes.toString("base64").slice(from, to), bytes.toString("base64url").slice(from, to)];
}

/** A text in which every trace of a key, and every long beginning of one, is hidden; codes of an address are read where they hide one. */
export function withoutKey(text: string, key: string, hidden: string): string {
  if (key.length < SHORTEST) return text;
  const traces = tracesOf(key);
  const clean = (given: string): string => traces.reduce((before, trace) => withoutTrace(before, trace, hidden), given);
  const decoded = decodedAddress(text);
  const cleaned = clean(decoded);
  return cleaned === decoded ? clean(text) : cleaned;
}

function withoutTrace(text: string, { text: trace, least }: Trace, hidden: string): string {
  const beginning = trace.slice(0, least);
  let clean = "";
  let at = 0;
  for (let found = text.indexOf(beginning); found !== -1; found = text.indexOf(beginning, at)) {
    let length = beginning.length;
    while (length < trace.length && text[found + length] === trace[length]) length++;
    clean += text.slice(at, found) + hidden;
    at = found + length;
  }
  return clean + text.slice(at);
}

/** Printable characters that are written as `%41`, and those that are so twice. */
function decodedAddress(text: string): string {
  const once = (given: string): string =>
    given.replaceAll(/%([2-6][0-9a-f]|7[0-9a-e])/gi, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return once(once(text));
}

/** What shows that a text holds the whole key; nothing for a key that is too short to be told apart from words. */
export function wholeTraces(key: string): readonly string[] {
  return key.length < LONG ? [] : tracesOf(key).map(({ text }) => text);
}
