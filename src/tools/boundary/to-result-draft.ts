import type { Effect, ToolResultDraft } from "#kernel";
import type { CommandExit, Settlement, ShellRow } from "#ports";

/** Where a result stands in its turn. */
export interface ResultPlace {
  readonly seq: number;
  readonly order?: number;
  readonly injectionPoint: string;
  /** The effects of the tool that was called; none for a tool that does not exist. */
  readonly effects: readonly Effect[];
  /** The workspace's root as the turn's policies name it: evidence holds whole paths. */
  readonly root: string;
}

/** The settlement as the kernel settles results: with the evidence that the tool's effects demand, and none where it was denied. */
export function toResultDraft(settlement: Settlement, place: ResultPlace): ToolResultDraft {
  const { toolCallId, tool, executed, payload, shown, truncation, failure } = settlement;
  const { seq, order, injectionPoint, effects } = place;
  // A failed shell call has to show its command. One that was never started has none to show: it was turned away.
  const outcome = executed || !effects.includes("shell") ? settlement.outcome : turnedAway(settlement.outcome);
  const provenance = { kind: "api", ref: `tools/${tool}` } as const;
  const placed =
    order === undefined
      ? { toolCallId, outcome, provenance, seq, injectionPoint, payload, shown }
      : { toolCallId, outcome, provenance, seq, order, injectionPoint, payload, shown };
  if (failure === undefined && truncation === undefined && isTraceless(settlement, effects)) return placed;
  return {
    ...placed,
    ...(truncation === undefined ? {} : { truncation }),
    ...(outcome === "denied" ? {} : traces(settlement, place)),
    ...(failure === undefined ? {} : { error: errorOf(failure) }),
  };
}

/** The usual small call: it touched nothing, and nothing of what its tool does has to be shown. */
function isTraceless({ reads, artifacts, shell }: Settlement, effects: readonly Effect[]): boolean {
  if (reads.length > 0 || artifacts.length > 0 || shell !== undefined) return false;
  return !effects.includes("read") && !effects.includes("write");
}

function turnedAway(outcome: Settlement["outcome"]): Settlement["outcome"] {
  return outcome === "interrupted" ? outcome : "denied";
}

function errorOf({
  code,
  retryable,
  message,
}: NonNullable<Settlement["failure"]>): NonNullable<ToolResultDraft["error"]> {
  return { errorCode: code, retryable, errorMessage: message };
}

type Written = Pick<Settlement["artifacts"][number], "path" | "before" | "after">;

function traces(
  { tool, reads, artifacts, shell }: Settlement,
  { effects, root }: ResultPlace,
): Partial<ToolResultDraft> {
  // A shell is no edit surface: what it changed of protected paths stops the turn (runtime.shell_boundary_violation).
  const written: readonly Written[] = [...artifacts, ...(shell?.violations ?? []).map((path) => ({ path }))];
  const whole = (path: string): string => (path === "." ? root : `${root === "/" ? "" : root}/${path}`);
  return {
    ...(shell === undefined ? {} : { shell: shellEvidence(shell, whole(shell.workdir)) }),
    ...(reads.length > 0 || effects.includes("read") ? { reads: reads.map(whole) } : {}),
    ...(written.length > 0 || effects.includes("write")
      ? {
          surface: tool,
          artifacts: written.map(({ path, before, after }) => ({
            path: whole(path),
            ...(before === undefined ? {} : { before }),
            ...(after === undefined ? {} : { after }),
          })),
        }
      : {}),
  };
}

function shellEvidence(row: ShellRow, workdir: string): NonNullable<ToolResultDraft["shell"]> {
  const { commandDigest, sandboxProfile: profile, network, exit } = row;
  return { commandDigest, workdir, profile, network, exit: exitWord(exit) };
}

/** An exit as evidence holds it: a number or a word, so that it has no room for data where none may be kept. */
function exitWord(exit: CommandExit): number | string {
  switch (exit.kind) {
    case "exited":
      return exit.code;
    case "signalled":
      return exit.signal;
    case "timed_out":
      return `timed_out.${exit.timeoutKind}`;
    case "output_limit":
    case "aborted":
      return exit.kind;
    default:
      return exit satisfies never;
  }
}
