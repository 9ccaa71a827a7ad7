import type { JsonObject } from "#kernel";

/** One tool as a server lists it: its name, and fields that nobody has looked at. */
export interface ListedTool {
  readonly name: string;
  readonly fields: JsonObject;
}
