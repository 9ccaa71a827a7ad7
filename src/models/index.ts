export type { ModelErrorCode } from "./model-error.ts";
export {
  call,
  calls,
  failure,
  hang,
  malformed,
  partial,
  type ReplyOptions,
  say,
  type ScriptedBlock,
  type ScriptedFailure,
  type ScriptedReply,
  type ScriptedTurn,
  think,
} from "./scripted/script.ts";
export {
  type Script,
  type ScriptedModel,
  scriptedModel,
  type ScriptedModelOptions,
} from "./scripted/scripted-model.ts";
