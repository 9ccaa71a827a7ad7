import type { Effect, ToolResultDraft } from "#kernel";
import type { Settlement } from "#ports";

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
  const { toolCallId, tool, outcome, payload, shown, truncation, failure } = settlement;
  const { seq, order, injectionPoint } = place;
  return {
    toolCallId,
    outcome,
    provenance: { kind: "api", ref: `tools/${tool}` },
    seq,
    ...(order === undefined ? {} : { order }),
    injectionPoint,
    payload,
    shown,
    ...(truncation === undefined ? {} : { truncation }),
    ...(outcome === "denied" ? {} : traces(settlement, place)),
    ...(failure === undefined ? {} : { error: errorOf(failure) }),
  };
}

function errorOf({
  code,
  retryable,
  message,
}: NonNullable<Settlement["failure"]>): NonNullable<ToolResultDraft["error"]> {
  return { errorCode: code, retryable, errorMessage: message };
}

function traces({ tool, reads, artifacts }: Settlement, { effects, root }: ResultPlace): Partial<ToolResultDraft> {
  const whole = (path: string): string => `${root === "/" ? "" : root}/${path}`;
  return {
    ...(reads.length > 0 || effects.includes("read") ? { reads: reads.map(whole) } : {}),
    ...(artifacts.length > 0 || effects.includes("write")
      ? {
          surface: tool,
          artifacts: artifacts.map(({ path, before, after }) => ({
            path: whole(path),
            ...(before === undefined ? {} : { before }),
            ...(after === undefined ? {} : { after }),
          })),
        }
      : {}),
  };
}
