import { HOST_ACTIONS } from "../../src/host/table.ts";

export const table: typeof HOST_ACTIONS = { ...HOST_ACTIONS, "json.digest": HOST_ACTIONS["json.digest"] };
