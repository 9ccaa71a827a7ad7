// `tusk-harness/models`: every provider's model behind one type. Apart from the first door, because it goes to the network; a provider's package is loaded when a model of it is opened.
import { readFileJournal } from "#memory";
import { type ModelOptions, openModel as openModelOf } from "#models";
import { environment } from "#platform";
import type { Model } from "#ports";

export { fromAiSdk, PRICES, PROVIDERS } from "#models";
export type {
  AiSdkModel,
  AiSdkOptions,
  ModelErrorCode,
  ModelOptions,
  Price,
  PriceTable,
  ProviderEntry,
  ProviderKind,
  ProviderTable,
  Reasoning,
  RetryNotice,
  RetryTerms,
} from "#models";

/**
 * Opens the model that a reference names: `provider/model`, or `cassette:PATH` for the replies of a recorded run. Keys come from the environment;
 * no request is sent. Throws `PortError` with port `model`.
 */
export function openModel(ref: string, options: Partial<ModelOptions> = {}): Promise<Model> {
  return openModelOf(ref, { environment, readCassette: readFileJournal, ...options });
}
