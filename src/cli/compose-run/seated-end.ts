import { PortError, type SeatedEnd } from "#ports";
import type { RunResult } from "#runtime";

/** What a seat knows of a run beside its result. */
type Beside = Pick<SeatedEnd, "path" | "changed" | "runSteps"> & {
  readonly cassette: string | undefined;
  /** A reply had a price. */
  readonly isPriced: boolean;
};

/** The end of a run as its caller hears it. */
export function seatedEnd(result: RunResult<string>, beside: Beside): SeatedEnd {
  const { sessionId, steps, budgetLeft, phase } = result;
  const { path, changed, runSteps, cassette, isPriced } = beside;
  const { costMicros, ...tokens } = result.usage;
  // What costs nothing and what nobody knows the cost of are told apart.
  const usage = isPriced || costMicros > 0 ? { ...tokens, costMicros } : tokens;
  const counted = { steps, runSteps, usage, budgetLeft };
  const facts = { sessionId, path, ...counted, changed, ...(cassette === undefined ? {} : { cassette }) };
  switch (phase) {
    case "Completed":
      return { ...facts, phase, output: result.output };
    case "Failed":
      return { ...facts, phase, error: errorOf(result.error) };
    case "Interrupted":
      return { ...facts, phase, reason: result.reason };
    default:
      return phase satisfies never;
  }
}

function errorOf({
  category,
  message,
  cause,
}: Extract<RunResult<string>, { phase: "Failed" }>["error"]): NonNullable<SeatedEnd["error"]> {
  const world = cause instanceof PortError ? { port: cause.port, code: cause.code } : {};
  return { category, message, ...world };
}
