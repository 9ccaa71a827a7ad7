export type {
  ActionModule,
  Arguments,
  Flag,
  HostConfigFile,
  HostInput,
  HostPorts,
  Operand,
  Outcome,
} from "./action.ts";
export type { ConfigShowData } from "./actions/config-show.ts";
export type { ConformanceData, SuiteReport } from "./actions/conformance-run.ts";
export type { DigestData } from "./actions/digest.ts";
export type { ExplainData, ExplainedClass } from "./actions/explain.ts";
export type { JoinCheckData } from "./actions/join-check.ts";
export type { SchemaData } from "./actions/schema.ts";
export type { TourData, TourStop } from "./actions/tour.ts";
export { type ActionData, type ActionId, HOST_ACTIONS, type HostAction } from "./table.ts";
