export type { ActionModule, Arguments, Flag, HostInput, HostPorts, Operand, Outcome } from "./action.ts";
export type { DigestData } from "./actions/digest.ts";
export type { JoinCheckData } from "./actions/join-check.ts";
export type { TourData, TourStop } from "./actions/tour.ts";
export { type ActionData, type ActionId, HOST_ACTIONS, type HostAction } from "./table.ts";
