import type { Digest } from "../digest/digest.ts";
import type { JournalDamageKind } from "./journal-findings.ts";
import type { LinkedRow } from "./journal-row.ts";

/** A place in a chain: a number, and the row before it. */
export interface Link {
  readonly seq: number;
  readonly prev: Digest | undefined;
}

/** The rows above, in order: their digests and where they stand. */
type Above = readonly { readonly seq: number; readonly self: Digest; readonly line: number }[];

/** Why a whole row cannot stand where it does; undefined when it is the one that was due. `later` looks for the row that was. */
export function linkDamage(
  { row, self }: { readonly row: LinkedRow; readonly self: Digest },
  above: Above,
  later: () => number | undefined,
): { readonly kind: JournalDamageKind; readonly problem: string } | undefined {
  const last = above.at(-1);
  const due = (last?.seq ?? -1) + 1;
  if (row.prev === last?.self)
    return row.seq === due
      ? undefined
      : { kind: "renumbered", problem: `its number is ${row.seq}, and ${due} was due` };
  const same = above.find((each) => each.self === self);
  if (same !== undefined) return { kind: "repeated", problem: `it is the row of line ${same.line} once more` };
  const before = row.prev === undefined ? undefined : above.find((each) => each.self === row.prev);
  if (before !== undefined)
    return { kind: "forked", problem: `it follows row ${before.seq}, which row ${before.seq + 1} follows already` };
  return gap(row, due, later());
}

function gap(
  { seq }: LinkedRow,
  due: number,
  line: number | undefined,
): { readonly kind: JournalDamageKind; readonly problem: string } {
  if (line !== undefined)
    return { kind: "reordered", problem: `it is row ${seq}, and row ${due}, which was due, stands on line ${line}` };
  if (seq > due) {
    const rows = seq === due + 1 ? `row ${due} is` : `rows ${due} to ${seq - 1} are`;
    return { kind: "missing", problem: `it is row ${seq}, and ${rows} missing before it` };
  }
  return { kind: "forked", problem: `it is row ${seq} of another history: the row before it is not the one it names` };
}
