export {
  call,
  calls,
  failure,
  hang,
  malformed,
  type ModelErrorCode,
  partial,
  type ReplyOptions,
  say,
  type Script,
  type ScriptedBlock,
  type ScriptedFailure,
  type ScriptedModel,
  scriptedModel,
  type ScriptedModelOptions,
  type ScriptedReply,
  type ScriptedTurn,
  think,
} from "#models";
export { memoryJournal, type MemoryJournal } from "#memory";
export { type ManualClock, manualClock, type ManualClockOptions } from "./manual-clock.ts";
export { checkEventCardinality } from "./check-event-cardinality.ts";
export { checkEventOrder } from "./check-event-order.ts";
export { type BrokenHistory, checkLegalHistory, type HistoryCheckOptions } from "./check-legal-history.ts";
export { FAULT_POINTS, type FaultPoint } from "./fault-points.ts";
export { type BrokenEventRule, EVENT_RULES, type EventCheckOptions, type EventRule } from "./event-rules.ts";
