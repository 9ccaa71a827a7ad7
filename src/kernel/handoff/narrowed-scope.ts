import type { ContextScope } from "../spec/spec-values.ts";
import type { Handoff } from "./handoff.ts";

/** A scope within another one, or why it is none. */
export type Narrowing =
  | { readonly ok: true; readonly scope: ContextScope }
  | { readonly ok: false; readonly problem: string };

/** Context is handed over by role: a packet may take paths away from its receiver, never give more. A list that is empty takes nothing away (R22). */
export function narrowedScope(own: ContextScope, given: Handoff["contextScope"]): Narrowing {
  for (const name of ["read", "write"] as const) {
    const further = given[name].find((glob) => !own[name].some((wide) => covers(wide, glob)));
    if (further !== undefined)
      return { ok: false, problem: `the packet lets its receiver ${name} ${further}, which its role does not` };
  }
  if (given.read.length === 0 && given.write.length === 0) return { ok: true, scope: own };
  const read = given.read.length === 0 ? own.read : given.read;
  const write = given.write.length === 0 ? own.write : given.write;
  return { ok: true, scope: { ...own, read, write } };
}

/** Whether one pattern surely holds everything that another one does: it is the same, or everything below a folder above it. */
function covers(wide: string, glob: string): boolean {
  if (wide === glob) return true;
  const folder = wide.endsWith("/**") ? wide.slice(0, -"**".length) : undefined;
  return (
    folder !== undefined && !/[*?[\]{}\\]/.test(folder) && glob.startsWith(folder) && !glob.split("/").includes("..")
  );
}
