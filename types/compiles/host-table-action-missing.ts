import { HOST_ACTIONS } from "../../src/host/table.ts";

export const table: typeof HOST_ACTIONS = {
  "gate.tour": HOST_ACTIONS["gate.tour"],
  "harness.join_check": HOST_ACTIONS["harness.join_check"],
  "json.digest": HOST_ACTIONS["json.digest"],
};
