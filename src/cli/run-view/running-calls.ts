import type { JsonObject } from "#kernel";
import type { AgentEvent } from "#ports";
import { type Cell, oneLine } from "../render/rich/columns.ts";
import { cutToWidth } from "../render/rich/display-width.ts";
import { durationText } from "./amounts.ts";
import { diffRows } from "./diff-rows.ts";
import { type CompletedCall, isTrouble, outcomeText } from "./outcome-text.ts";
import { wrappedRows } from "./row-flow.ts";
import { toolSummary } from "./tool-summary.ts";

/** One row of a screen. */
export type Row = readonly Cell[];

/** A call under way. */
interface RunningCall {
  readonly args: JsonObject;
  readonly summary: string;
  readonly begun: number;
  /** The newest lines of its output. */
  readonly tail: string[];
}

/** Lines of output that are shown while a command runs, and of one that did not succeed. */
const TAIL_RUNNING = 3;
const TAIL_TROUBLE = 8;
/** Calls under way that are shown at a time. */
const MOST_CALLS = 4;
/** Rows that the reason of a failure takes at most. */
const MOST_REASON = 3;

/** The calls of a run that have begun and not ended, as rows of a screen. */
export class RunningCalls {
  readonly #calls = new Map<string, RunningCall>();

  get size(): number {
    return this.#calls.size;
  }

  begin({ toolCallId, tool, args }: Extract<AgentEvent, { kind: "ToolDispatched" }>, now: number): void {
    this.#calls.set(toolCallId, { args, summary: toolSummary(tool, args), begun: now, tail: [] });
  }

  output(toolCallId: string, line: string): void {
    const tail = this.#calls.get(toolCallId)?.tail;
    if (tail === undefined) return;
    tail.push(line);
    if (tail.length > TAIL_TROUBLE) tail.shift();
  }

  /** What stays of a call: what was done, how long it took and what it changed; of trouble the reason and the last lines. */
  complete(event: CompletedCall, now: number, width: number): readonly Row[] {
    const call = this.#calls.get(event.toolCallId);
    this.#calls.delete(event.toolCallId);
    const summary = oneLine(call?.summary ?? event.tool);
    const took = call === undefined ? "" : durationText(now - call.begun);
    if (!isTrouble(event)) {
      const head: Row = [{ text: "• ", style: "green" }, ...fitted(summary, took, width)];
      return [head, ...(call === undefined ? [] : diffRows(event, call.args))];
    }
    const reason = wrappedRows(oneLine(outcomeText(event)), width - INDENT.length).slice(0, MOST_REASON);
    return [
      [{ text: "x ", style: "red" }, ...fitted(summary, took, width)],
      ...reason.map((text): Row => [{ text: INDENT }, { text, style: "red" }]),
      ...(call?.tail ?? []).map(outputRow),
    ];
  }

  /** The newest ones, each with the newest lines of its output. */
  rows(now: number, width: number): readonly Row[] {
    const newest = [...this.#calls.values()].slice(-MOST_CALLS);
    return newest.flatMap(({ summary, begun, tail }) => {
      const head: Row = [{ text: "* ", style: "cyan" }, ...fitted(oneLine(summary), durationText(now - begun), width)];
      return [head, ...tail.slice(-TAIL_RUNNING).map(outputRow)];
    });
  }

  /** The run is over: none of them has an end to be shown. */
  end(width: number): readonly Row[] {
    const left = [...this.#calls.values()];
    this.#calls.clear();
    return left.map(({ summary }): Row => [
      { text: "- ", style: "yellow" },
      ...fitted(oneLine(summary), "not ended", width),
    ]);
  }
}

const INDENT = "    ";

function outputRow(line: string): Row {
  return [{ text: `${INDENT}${oneLine(line)}`, style: "dim" }];
}

/** What was done and what is to be known of it: where it is narrow the first is cut, not the second. */
export function fitted(summary: string, more: string, width: number): readonly Cell[] {
  const room = Math.max(8, width - 2 - more.length - 2);
  return [{ text: cutToWidth(summary, room) }, { text: `  ${more}`, style: "dim" }];
}
