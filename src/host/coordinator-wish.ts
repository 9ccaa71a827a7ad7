import type { ResolvedConfig } from "#kernel";
import type { CoordinatorTerms } from "#harness";
import type { Arguments, HostPorts, Outcome } from "./action.ts";
import { unusable } from "./failed.ts";
import { wholeNumber } from "./given.ts";

/** How long a worker that was told to stop may take for its handoff. */
const GRACE_MS = 60_000;
const DEFAULT_PARALLEL = 2;
/** What is a name of a folder everywhere. */
const PREFIX = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/;

/** What a coordinator is to do, by flags, environment and configuration; one sentence where they do not suffice. */
export function coordinatorTerms(
  args: Arguments,
  { values }: ResolvedConfig,
  ports: HostPorts,
): Outcome<CoordinatorTerms> {
  const prefix = args.values.get("worker-prefix") ?? "worker";
  if (!PREFIX.test(prefix))
    return unusable("--worker-prefix is the beginning of a folder's name: letters, digits, '.', '-' and '_' only");
  return {
    ok: true,
    data: {
      prefix,
      maxParallel: wholeNumber(args, "max-parallel") ?? (namedWorktrees(args, ports).size || DEFAULT_PARALLEL),
      rounds: wholeNumber(args, "rounds"),
      by: args.values.get("by") === "priority" ? "priority" : "id",
      continueOnFailure: args.switches.has("continue-on-failure"),
      silenceMs: values["harness.leaseTtlSeconds"] * 1000,
      graceMs: GRACE_MS,
    },
  };
}

/** The worktrees that were named, each once: they say how many workers there are; where work is done is ours to make. */
function namedWorktrees(args: Arguments, ports: HostPorts): ReadonlySet<string> {
  const given = args.lists.get("worktree") ?? (ports.environment("PREMATH_WORKTREES") ?? "").split(",");
  return new Set(
    given
      .map((path) => path.trim())
      .filter((path) => path !== "")
      .map((path) => ports.realPath(path)),
  );
}
