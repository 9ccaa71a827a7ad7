export { type AiSdkOptions, fromAiSdk } from "./ai-sdk/from-ai-sdk.ts";
export type { AiSdkModel } from "./ai-sdk/ai-sdk-model.ts";
export type { ModelErrorCode } from "./model-error.ts";
export { type ModelOptions, openModel } from "./open-model.ts";
export type { RetryNotice, RetryTerms } from "./provider/http/retry-wait.ts";
export { type ProviderEntry, type ProviderKind, PROVIDERS, type ProviderTable } from "./provider/provider-table.ts";
export type { Reasoning } from "./provider/request/reasoning.ts";
export { type Price, priceOf, PRICES, type PriceTable } from "./provider/usage/price-table.ts";
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
