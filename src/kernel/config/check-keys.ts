import type { VerificationClass } from "../policy/retry.ts";
import { countFrom, list, map, optional, record, type Schema, shape, truth, words } from "../schema/schema.ts";
import { said } from "./said.ts";

/** A check as a project declares it (M10). */
export type ConfiguredCheck = {
  readonly command: string;
  readonly class?: VerificationClass;
  readonly required?: boolean;
  readonly paths?: readonly string[];
  readonly timeoutMs?: number;
};

/** A check with everything said: what runs, what its failure is about, and whether an issue may be closed without it. */
export type CheckDeclaration = {
  readonly name: string;
  readonly command: string;
  readonly class: VerificationClass;
  readonly required: boolean;
  /** It is due where a changed path matches one of these; absent: always. */
  readonly paths?: readonly string[];
  readonly timeoutMs: number;
};

/** How long a check may take that does not say it. */
const CHECK_TIMEOUT_MS = 600_000;

/** What each field of a check is. */
export const CHECK_FIELDS: Readonly<Record<keyof ConfiguredCheck, string>> = {
  command: "what `sh` runs in the worktree, in the sandbox; it holds when it exits with 0",
  class:
    "what its failure is about: `semantic` (the work is wrong), `operational` (the wiring is), or `transient` (try again); unset, semantic",
  required: "whether an issue may be closed only when it held; unset, true",
  paths: "globs; it is due only where a changed path matches one of them; unset, always",
  timeoutMs: "how long it may take, in milliseconds; unset, 10 minutes",
};

/** The form of `checks`. */
export const CHECKS_FORM: Schema<Readonly<Record<string, ConfiguredCheck>>> = map(
  record<ConfiguredCheck>({
    command: said,
    class: optional(words("semantic", "operational", "transient")),
    required: optional(truth),
    paths: optional(list(said)),
    timeoutMs: optional(countFrom(1)),
  }),
  shape(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, "at most 64 letters, digits, _, . and -"),
);

/** The checks of a configuration with everything said, in the order of their names. */
export function declaredChecks(checks: Readonly<Record<string, ConfiguredCheck>>): readonly CheckDeclaration[] {
  return Object.keys(checks)
    .toSorted()
    .flatMap((name) => {
      const check = checks[name];
      if (check === undefined) return [];
      const { command, class: about = "semantic", required = true, paths, timeoutMs = CHECK_TIMEOUT_MS } = check;
      return [{ name, command, class: about, required, ...(paths === undefined ? {} : { paths }), timeoutMs }];
    });
}
