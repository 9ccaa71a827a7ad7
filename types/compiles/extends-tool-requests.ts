import { type ToolRequests } from "#kernel";

export interface Holder {
  readonly held: ToolRequests;
}
