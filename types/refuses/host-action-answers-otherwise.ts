// refuses: TS2322
import { HOST_ACTIONS, type HostAction } from "../../src/host/table.ts";

export const action: HostAction<"gate.tour"> = {
  ...HOST_ACTIONS["gate.tour"],
  load: () => import("../../src/host/actions/digest.ts"),
};
