import type { Change } from "./vector-row.ts";

/** A list that has a row for each call. */
type Surface = "Requests" | "Results" | "Use" | "Render";

/** Takes the rows of a call out of wire and `evidence.tusk`, as if nobody had written them. */
export function withoutCall(id: string, ...surfaces: readonly Surface[]): Change {
  return ({ wire, tusk }) => {
    const other = (row: { toolCallId: string }): boolean => row.toolCallId !== id;
    if (surfaces.includes("Requests")) {
      wire.toolRequests = wire.toolRequests.filter(other);
      tusk.requests = tusk.requests.filter(other);
    }
    if (surfaces.includes("Results")) {
      wire.toolResults = wire.toolResults.filter(other);
      tusk.results = tusk.results.filter(other);
    }
    if (surfaces.includes("Use")) {
      wire.toolUse = wire.toolUse.filter(other);
      tusk.use = tusk.use.filter(other);
    }
    if (surfaces.includes("Render")) wire.toolRender = wire.toolRender.filter(other);
  };
}
