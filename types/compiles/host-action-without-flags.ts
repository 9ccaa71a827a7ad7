import type { HostAction } from "../../src/host/table.ts";

export const action: HostAction<"gate.tour"> = {
  id: "gate.tour",
  command: "tour",
  group: "Start here",
  summary: "A tour",
  effect: "read",
  flags: [],
  operands: [],
  load: () => import("../../src/host/actions/tour.ts"),
};
