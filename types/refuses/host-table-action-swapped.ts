// refuses: TS2322
import { HOST_ACTIONS } from "../../src/host/table.ts";

export const table: typeof HOST_ACTIONS = { ...HOST_ACTIONS, "gate.tour": HOST_ACTIONS["json.digest"] };
