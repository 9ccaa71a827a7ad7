import { type CheckDeclaration, compileGlob, type JsonObject } from "#kernel";
import type { CheckCall, CheckResult, Verified } from "#ports";

/** What one verification is about. */
export interface VerificationSubject {
  readonly tree: string;
  /** Paths that were changed; undefined where everything counts as changed. */
  readonly changed: readonly string[] | undefined;
  /** Checks that did not hold before the work: they are due whatever was changed. */
  readonly failedBefore?: ReadonlySet<string>;
  /** What the work came to, where there was work. */
  readonly worked?: string;
}

/** The calls of a verification, in the order of the checks' names; what the work came to stands first. */
export function checkCalls(checks: readonly CheckDeclaration[], subject: VerificationSubject): readonly CheckCall[] {
  const { tree, worked } = subject;
  const due = dueChecks(checks, subject);
  const work: readonly CheckCall[] =
    worked === undefined
      ? []
      : [
          {
            name: "work",
            required: true,
            class: "operational",
            tool: "work",
            args: { name: "work", outcome: worked, tree },
          },
        ];
  return [
    ...work,
    ...due.map(({ name, required, command, timeoutMs, class: about }): CheckCall => {
      return { name, required, class: about, tool: "check", args: { name, command, tree, timeout_ms: timeoutMs } };
    }),
  ];
}

/** Checks whose paths were touched, or that had failed. Where no required one is among them all are due: nothing is closed on no evidence (M10). */
function dueChecks(
  checks: readonly CheckDeclaration[],
  { changed, failedBefore }: VerificationSubject,
): readonly CheckDeclaration[] {
  if (changed === undefined) return checks;
  const due = checks.filter(({ name, paths }) => {
    return paths === undefined || matchesAny(paths, changed) || failedBefore?.has(name) === true;
  });
  return due.some(({ required }) => required) ? due : checks;
}

function matchesAny(patterns: readonly string[], paths: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const matches = compileGlob(`/${pattern}`);
    return paths.some((path) => matches(`/${path}`));
  });
}

/** The policy that a verification turn is bound to: an issue is closed only where every required call of it held (M10). */
export function closingPolicy(calls: readonly CheckCall[]): JsonObject {
  const required = calls.filter((call) => call.required).map(({ tool, args }) => ({ tool, args }));
  return { requires: { "issue.close": required } };
}

/** Whether every required call held. What may follow is the gate's to say; this is for rows and for people. */
export function holds({ results, join }: Pick<Verified, "results" | "join">): boolean {
  return join !== undefined && results.every(({ required, outcome }) => !required || outcome === "ok");
}

/** The class of a check that failed and names none itself, by what its failure is about (contract 3.3). */
const CLASS_OF: Readonly<Record<CheckResult["class"], string>> = {
  semantic: "check_failed",
  operational: "required_witness_runtime_invalid",
  transient: "flaky_execution",
};

/** The failure classes of a verification, in the order of its calls: what the output names, then what the declaration says; a timeout is one (M10). */
export function failureClassesOf(results: readonly CheckResult[]): readonly string[] {
  const failed = results.filter(({ required, outcome }) => required && outcome !== "ok");
  return [
    ...new Set(
      failed.flatMap(({ failureClasses, outcome, class: about }) => {
        if (outcome === "timeout") return ["gate_timeout"];
        return [...failureClasses, CLASS_OF[about]];
      }),
    ),
  ];
}
