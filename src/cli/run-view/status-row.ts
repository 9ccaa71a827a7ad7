import type { Cell } from "../render/rich/columns.ts";
import { displayWidth } from "../render/rich/display-width.ts";
import { clockText, costText, tokensText } from "./amounts.ts";

/** How a run stands. */
export interface RunStatus {
  /** What goes on, in a word or two. */
  readonly doing: string;
  readonly elapsedMs: number;
  readonly step: number;
  readonly maxSteps: number;
  readonly tokens: number;
  readonly maxTokens?: number | undefined;
  readonly costMicros?: number | undefined;
  readonly maxCostMicros?: number | undefined;
  readonly hint?: string | undefined;
}

const BETWEEN = " · ";

/** One row that says how a run stands; where it is narrow, what matters less is left out. */
export function statusRow(status: RunStatus, width: number): readonly Cell[] {
  const parts = [`${status.doing} ${clockText(status.elapsedMs)}`, ...amounts(status)];
  let text = "";
  for (const part of parts) {
    const longer = text === "" ? part : `${text}${BETWEEN}${part}`;
    if (displayWidth(longer) <= width || text === "") text = longer;
  }
  return [{ text, style: "dim" }];
}

/** In the order of what they matter. */
function amounts(status: RunStatus): readonly string[] {
  const { step, maxSteps, tokens, maxTokens, costMicros, maxCostMicros, hint } = status;
  const parts: string[] = [];
  if (step > 0) parts.push(`step ${step}/${maxSteps}`);
  if (costMicros !== undefined)
    parts.push(`${costText(costMicros)}${maxCostMicros === undefined ? "" : ` of ${costText(maxCostMicros)}`}`);
  if (tokens > 0)
    parts.push(`${tokensText(tokens)}${maxTokens === undefined ? "" : ` of ${tokensText(maxTokens)}`} tokens`);
  if (hint !== undefined) parts.push(hint);
  return parts;
}
