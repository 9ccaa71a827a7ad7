import type { IssueReads } from "#ports";
import type { HostPorts, Outcome } from "./action.ts";
import { failed } from "./failed.ts";
import { byNaturalOrder } from "./natural-order.ts";

/** Ids that are named when too many fit. */
const NAMED = 8;

/**
 * The id that a person means: the very id if there is such an issue, else the only one that begins so or ends in that number. What fits
 * nothing stays as it is, and is not found later in the command's own words. Under the reference's name ids are exact.
 */
export function resolveId(
  given: string,
  store: IssueReads,
  { abbreviatesIds }: Pick<HostPorts, "abbreviatesIds">,
): Outcome<string> {
  if (!abbreviatesIds || given === "" || !store.exists()) return { ok: true, data: given };
  // In byte order an id comes before every longer one.
  if (store.idsFrom(given, 1)[0] === given) return { ok: true, data: given };
  const fitting = store.idsFrom(given, Number.MAX_SAFE_INTEGER).filter((id) => !cutsNumber(given, id));
  const found = new Set(isNumber(given) ? [...fitting, ...endingIn(given, store)] : fitting);
  const [first, ...others] = found;
  if (first === undefined || others.length === 0) return { ok: true, data: first ?? given };
  return ambiguous(given, [...found].sort(byNaturalOrder));
}

/** `bd-1` is another number than `bd-10`, not the beginning of it: whoever mistypes an id must not hit its neighbour. */
function cutsNumber(given: string, id: string): boolean {
  const number = /\d+$/.exec(id);
  return number !== null && given.length > number.index;
}

function endingIn(number: string, store: IssueReads): readonly string[] {
  return store.list({}).flatMap(({ id }) => (id.endsWith(`-${number}`) ? [id] : []));
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

function ambiguous(given: string, ids: readonly string[]): Outcome<never> {
  const named = ids.slice(0, NAMED).join(", ");
  const more = ids.length > NAMED ? ", ..." : "";
  return failed(`issue id is ambiguous: ${given} (${named}${more})`, "write more of the id");
}
