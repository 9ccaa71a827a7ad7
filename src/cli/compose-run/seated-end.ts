import { PortError, type SeatedEnd } from "#ports";
import type { RunResult } from "#runtime";

/** What a seat knows of a run beside its result. */
type Beside = Pick<SeatedEnd, "path" | "changed"> & { readonly cassette: string | undefined };

/** The end of a run as its caller hears it. */
export function seatedEnd(result: RunResult<string>, { path, changed, cassette }: Beside): SeatedEnd {
  const { sessionId, steps, usage, budgetLeft, phase } = result;
  const facts = { sessionId, path, steps, usage, budgetLeft, changed, ...(cassette === undefined ? {} : { cassette }) };
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
