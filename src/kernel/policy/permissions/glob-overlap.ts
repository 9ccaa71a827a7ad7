/** One step of a name with wildcards: a letter, any one letter, or any number of them. */
type Step = { readonly letter: string } | "one" | "many";

/** Whether some name fits both of two names with wildcards. A bracket counts as any letter, so that it never says no to a name that is there. */
export function globsOverlap(left: string, right: string): boolean {
  const a = stepsOf(left);
  const b = stepsOf(right);
  // Row by row: whether the steps from here on have a name in common.
  let below: boolean[] = [];
  for (let i = a.length; i >= 0; i--) {
    const row: boolean[] = [];
    for (let j = b.length; j >= 0; j--) row[j] = overlapAt(a[i], b[j], row[j + 1], below[j], below[j + 1]);
    below = row;
  }
  return below[0] === true;
}

function overlapAt(
  left: Step | undefined,
  right: Step | undefined,
  rightOn: boolean | undefined,
  leftOn: boolean | undefined,
  bothOn: boolean | undefined,
): boolean {
  if (left === undefined && right === undefined) return true;
  if (left === "many") return leftOn === true || (right !== undefined && rightOn === true);
  if (right === "many") return rightOn === true || (left !== undefined && leftOn === true);
  if (left === undefined || right === undefined) return false;
  const fits = left === "one" || right === "one" || left.letter === right.letter;
  return fits && bothOn === true;
}

const STEP = /\[(?:[!^]?\]?[^\]]*)\]|[^]/gu;

function stepsOf(glob: string): readonly Step[] {
  return (glob.match(STEP) ?? []).map((piece) => {
    if (piece === "*") return "many";
    return piece === "?" || piece.length > 2 ? "one" : { letter: piece };
  });
}
