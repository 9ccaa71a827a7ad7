import { readFileJournal } from "#memory";
import { openModel, priceOf } from "#models";
import { type Model, PortError, type RunWish } from "#ports";
import { durationText } from "../run-view/amounts.ts";
import type { RunView } from "../run-view/run-view.ts";

/** Opens the model that was asked for. A budget that cannot be kept, because nobody knows a price, is refused before anything is sent. */
export async function openRunModel(
  { model: wish, budget }: RunWish,
  { view, replay }: { readonly view: RunView; readonly replay: "exact" | "in_order" },
): Promise<Model> {
  const { ref, baseUrl, reasoning, providers, prices, retry } = wish;
  // A cassette costs what it cost.
  if (budget.costMicros !== undefined && !ref.startsWith("cassette:") && priceOf(ref, prices) === undefined)
    throw new PortError(
      "model",
      "no_price",
      `nobody knows what ${ref} costs, so that a limit on the cost cannot be kept; say it with the key prices of tusk.config, or leave --max-cost (run.maxCost) out`,
    );
  return openModel(ref, {
    environment: (name) => process.env[name],
    providers,
    prices,
    retry,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(reasoning === undefined ? {} : { reasoning }),
    onRetry: ({ attempt, waitMs, why }) =>
      view.notice({
        about: "retry",
        text: `${ref}: attempt ${attempt} failed (${why}), the next one in ${durationText(waitMs)}`,
      }),
    readCassette: readFileJournal,
    replay,
  });
}
