/** Rows that are laid out at once: large answers leave in pieces instead of as one huge string. */
const ROWS = 512;

/** `JSON.stringify(value, null, 2)` and a newline, piece by piece. Keys keep their order, absent ones are left out. */
export function* prettyJson(value: object): Generator<string> {
  yield* pieces(value, 0);
  yield "\n";
}

function* pieces(value: unknown, depth: number): Generator<string> {
  if (Array.isArray(value) && value.length > ROWS) yield* listPieces(value, depth);
  else if (typeof value === "object" && value !== null && !Array.isArray(value) && depth < 2)
    yield* objectPieces(value, depth);
  // A number that a double would round.
  else if (typeof value === "bigint") yield `${value}`;
  else yield laidOut(value, depth);
}

function* objectPieces(value: object, depth: number): Generator<string> {
  const indent = "  ".repeat(depth);
  let separator = "{\n";
  for (const [key, entry] of Object.entries(value)) {
    if (entry === undefined) continue;
    yield `${separator}${indent}  ${JSON.stringify(key)}: `;
    yield* pieces(entry, depth + 1);
    separator = ",\n";
  }
  yield separator === "{\n" ? "{}" : `\n${indent}}`;
}

function* listPieces(items: readonly unknown[], depth: number): Generator<string> {
  for (let at = 0; at < items.length; at += ROWS) {
    const text = laidOut(items.slice(at, at + ROWS), depth);
    const opening = at === 0 ? text.slice(0, 1) : ",";
    yield opening + text.slice(1, text.lastIndexOf("\n"));
  }
  yield `\n${"  ".repeat(depth)}]`;
}

/** Lays a value out as it would stand at `depth`: wrapped in so many lists, whose brackets are then cut off. */
function laidOut(value: unknown, depth: number): string {
  let wrapped = value;
  let before = 0;
  let after = 0;
  for (let level = 0; level < depth; level++) {
    wrapped = [wrapped];
    before += 2 * level + 2;
    after += 2 * level + 2;
  }
  const text = JSON.stringify(wrapped, null, 2);
  return text.slice(before + 2 * depth, text.length - after);
}
