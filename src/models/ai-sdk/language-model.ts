import type {
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamResult,
} from "@ai-sdk/provider";
import type { AiSdkModel } from "./ai-sdk-model.ts";

/** An {@link AiSdkModel} with the packages' own types: what `specificationVersion` says that it is. */
export interface LanguageModel extends Pick<AiSdkModel, "provider" | "modelId"> {
  doGenerate(options: LanguageModelV4CallOptions): PromiseLike<LanguageModelV4GenerateResult>;
  doStream(options: LanguageModelV4CallOptions): PromiseLike<LanguageModelV4StreamResult>;
}
