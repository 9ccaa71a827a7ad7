import { type ToolResults } from "#kernel";

export interface Holder {
  readonly held: ToolResults;
}
