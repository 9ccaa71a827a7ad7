/** A longer word is no typing error of a known one, and comparing it would only cost time. */
const LONGEST = 64;

/** The known word that a person most likely meant: two typing errors away at most, or containing what was typed. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  if (word === "" || word.length > LONGEST) return undefined;
  const near = known
    .map((candidate) => ({ candidate, edits: distance(word, candidate) }))
    .filter(({ candidate, edits }) => edits <= 2 || candidate.includes(word));
  return near.sort((left, right) => left.edits - right.edits)[0]?.candidate;
}

/** Edits between two words; enough to guess a typing error. */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const swap = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
