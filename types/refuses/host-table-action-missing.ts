// refuses: TS2741
import { HOST_ACTIONS } from "../../src/host/table.ts";

export const table: typeof HOST_ACTIONS = {
  "gate.tour": HOST_ACTIONS["gate.tour"],
  "json.digest": HOST_ACTIONS["json.digest"],
};
