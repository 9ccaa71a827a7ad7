export {
  call,
  type CassetteOptions,
  CassetteDifference,
  cassetteModel,
  type CassetteRow,
  type CassetteSink,
  calls,
  failure,
  hang,
  malformed,
  type ModelErrorCode,
  partial,
  type RecordedFailure,
  recordingModel,
  type ReplyOptions,
  requestDigest,
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
export { type ManualClock, manualClock, type ManualClockOptions } from "./manual-clock.ts";
export { checkEventCardinality } from "./check-event-cardinality.ts";
export { checkEventOrder } from "./check-event-order.ts";
export { type BrokenEventRule, EVENT_RULES, type EventCheckOptions, type EventRule } from "./event-rules.ts";
