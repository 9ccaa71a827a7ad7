/** One thing that was looked at: how it stands, what was found, and how to mend what is not well. */
export interface DoctorRow {
  readonly id: string;
  readonly state: "ok" | "warn" | "fail";
  readonly found: string;
  readonly mend?: string;
}

/** Things of one kind that a row names at most. */
const SHOWN = 10;

/** The first of them, and how many more there are. */
export function listed(things: readonly string[]): string {
  const more = things.length - SHOWN;
  return things.slice(0, SHOWN).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** A row that is well, unless there is a problem: how bad it is, and how to mend it. */
export function row(id: string, found: string, problem?: readonly ["warn" | "fail", string]): DoctorRow {
  if (problem === undefined) return { id, state: "ok", found };
  const [state, mend] = problem;
  return { id, state, found, mend };
}
