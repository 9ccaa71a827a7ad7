export { type EventHub, eventHub, type EventHubOptions } from "./events/event-hub.ts";
export type { EventStream } from "./events/event-stream.ts";
export { agentLoop, type RunEnd } from "./agent-loop.ts";
export type { Guard, GuardInput } from "./guard.ts";
export { type OutputReader, type OutputReading, plainText } from "./output-reader.ts";
export { beginRun } from "./phases.ts";
export { type BoundPolicy, failFast, harnessPolicy, policyOf } from "./policies.ts";
export type { RunLimits, RunSetting } from "./run-setting.ts";
export { Run } from "./run.ts";
