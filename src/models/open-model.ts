import { type Model, PortError, type ReadCassette } from "#ports";
import { modelError } from "./model-error.ts";
import type { RetryNotice, RetryTerms } from "./provider/http/retry-wait.ts";
import type { ProviderTable } from "./provider/provider-table.ts";
import type { Reasoning } from "./provider/request/reasoning.ts";
import { priceOf, type PriceTable } from "./provider/usage/price-table.ts";

/** What a model is opened with. */
export interface ModelOptions {
  /** Keys come from here and from nowhere else. */
  readonly environment: (name: string) => string | undefined;
  /** Over the built-in table. */
  readonly providers?: ProviderTable;
  /** Over the provider's own. */
  readonly baseUrl?: string;
  readonly reasoning?: Reasoning;
  /** Over the built-in table. */
  readonly prices?: PriceTable;
  readonly retry?: RetryTerms;
  /** A reply that gives nothing for so long is cut. */
  readonly idleMs?: number;
  readonly onRetry?: (notice: RetryNotice) => void;
  /** Spreads the waits of many runs; a number from 0 up to 1. */
  readonly random?: () => number;
  /** For `cassette:PATH`. */
  readonly readCassette: (path: string) => Promise<ReadCassette>;
  /** How a cassette answers: only the requests that it was recorded with (unset), or in its order whatever it is asked. */
  readonly replay?: "exact" | "in_order";
}

const CASSETTE = "cassette:";
const IDLE_MS = 120_000;

/**
 * Opens the model that a reference names: `provider/model`, or `cassette:PATH` for the replies of a recorded run. What it takes is loaded
 * now; no request is sent. Throws `PortError` with port `model`.
 */
export async function openModel(ref: string, options: ModelOptions): Promise<Model> {
  if (ref.startsWith(CASSETTE)) {
    const path = ref.slice(CASSETTE.length);
    const { cassetteModel } = await import("./cassette/cassette-model.ts");
    return cassetteModel(path, await readTape(path, options), options.replay);
  }
  const { providerSeat } = await import("./provider/provider-seat.ts");
  const seat = providerSeat(ref, options);
  const [{ loadPackage }, { providerModel }, { RETRY_DEFAULTS }] = await Promise.all([
    import("./provider/load-package.ts"),
    import("./provider/provider-model.ts"),
    import("./provider/http/retry-wait.ts"),
  ]);
  return providerModel({
    seat,
    open: await loadPackage(seat.kind),
    price: priceOf(ref, options.prices),
    reasoning: options.reasoning,
    retry: options.retry ?? RETRY_DEFAULTS,
    idleMs: options.idleMs ?? IDLE_MS,
    onRetry: options.onRetry,
    random: options.random ?? Math.random,
  });
}

async function readTape(path: string, { readCassette }: ModelOptions): Promise<ReadCassette> {
  try {
    return await readCassette(path);
  } catch (error) {
    throw error instanceof PortError
      ? modelError("tape_unusable", `the cassette cannot be read: ${error.message}`)
      : error;
  }
}
