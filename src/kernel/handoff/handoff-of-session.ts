import type { BudgetAmounts } from "../agent/budget.ts";
import type { ArtifactRef } from "../evidence/tusk-evidence.ts";
import { boundedHandoff, cut } from "./handoff-bounds.ts";
import { HANDOFF_KIND, type Handoff } from "./handoff.ts";
import type { SessionProgress } from "./session-progress.ts";

/** What a packet is made of beside what the session's rows say. */
export interface HandingOver extends Pick<
  Handoff,
  "issueId" | "from" | "target" | "intent" | "constraints" | "contextScope" | "sessionNo"
> {
  readonly returnPath?: string | undefined;
  readonly budgetLeft?: BudgetAmounts | undefined;
  readonly previous?: string | undefined;
  /** What exists now of the work. */
  readonly artifacts: readonly ArtifactRef[];
  /** Paths that differ from where the work began, by whoever changed them. */
  readonly changed: readonly string[];
}

const WORDS = 800;

/** The packet of a session that ended before its work did: deterministic, from its rows and from what the model wrote down (R23). */
export function handoffOfSession(progress: SessionProgress, given: HandingOver): Handoff {
  const { returnPath, budgetLeft, previous, changed, constraints, ...fixed } = given;
  const { note, words, failures, unknown, stopped } = progress;
  const files = changed.length === 0 ? [] : [`changed so far: ${listed(changed)}`];
  return boundedHandoff({
    schema: 1,
    kind: HANDOFF_KIND,
    ...fixed,
    constraints: [...new Set([...constraints, ...(note?.constraints ?? [])])],
    done: [
      ...(note?.done ?? []),
      ...files,
      ...(note === undefined && words !== "" ? [`last words: ${cut(words, WORDS)}`] : []),
    ],
    left: [
      ...(note?.left ?? []),
      ...failures.map((failure) => `failed last time: ${failure}`),
      ...unknown,
      ...(stopped === undefined ? [] : [`the session stopped: ${stopped}`]),
    ],
    ...(returnPath === undefined ? {} : { returnPath }),
    ...(budgetLeft === undefined ? {} : { budgetLeft }),
    ...(previous === undefined ? {} : { previous }),
  });
}

const MOST_LISTED = 20;

function listed(paths: readonly string[]): string {
  const more = paths.length - MOST_LISTED;
  return more > 0 ? `${paths.slice(0, MOST_LISTED).join(", ")} and ${more} more` : paths.join(", ");
}
