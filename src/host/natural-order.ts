import { byCodePoint } from "#kernel";

/**
 * Orders ids as people count: `bd-2` before `bd-10`. A total order: ids that count the same are told apart by their bytes. Only the first
 * place where two ids differ is looked at: a list of a hundred thousand is sorted by it.
 */
export function byNaturalOrder(left: string, right: string): number {
  const start = numberStart(left, firstDifference(left, right));
  const [one, other] = [numberAt(left, start), numberAt(right, start)];
  if (one === "" || other === "") return byCodePoint(left, right);
  // As text, without leading zeros: a number may have any length.
  const [ours, theirs] = [one.replace(/^0+/, ""), other.replace(/^0+/, "")];
  return ours.length - theirs.length || byCodePoint(ours, theirs) || byCodePoint(left, right);
}

function firstDifference(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  return at;
}

/** Where the number begins that ends before, or goes on at, a place. */
function numberStart(text: string, place: number): number {
  let start = place;
  while (start > 0 && isDigit(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

function numberAt(text: string, start: number): string {
  let end = start;
  while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
  return text.slice(start, end);
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
