import type { PortError } from "#ports";
import { modelError, type ModelErrorCode } from "../../model-error.ts";
import type { ProviderSeat } from "../provider-seat.ts";
import { providerSentence, type ProviderWords, providerWords } from "./provider-sentence.ts";
import { scrub } from "./scrub.ts";

interface StatusRow {
  readonly code: ModelErrorCode;
  readonly retryable: boolean;
  readonly todo: (seat: ProviderSeat) => string;
}

const keys = ({ keyVariables, provider }: ProviderSeat): string =>
  keyVariables.length === 0
    ? `give ${provider} a keyVariable under \`providers\``
    : `check ${keyVariables.join(" or ")}`;

const ROWS: Readonly<Record<number, StatusRow>> = {
  400: { code: "bad_request", retryable: false, todo: () => "see what the provider says of the request" },
  401: { code: "unauthorised", retryable: false, todo: keys },
  402: { code: "rate_limited", retryable: false, todo: () => "the account has no credit left" },
  403: {
    code: "unauthorised",
    retryable: false,
    todo: (seat) => `${keys(seat)}, and whether the key may use ${seat.model}`,
  },
  404: {
    code: "not_found",
    retryable: false,
    todo: ({ model, baseUrl }) => `check the model's name (${model}) and the base URL (${baseUrl})`,
  },
  408: { code: "provider_failed", retryable: true, todo: () => "try again" },
  413: { code: "bad_request", retryable: false, todo: () => "the conversation is too long for this model" },
  429: { code: "rate_limited", retryable: true, todo: () => "wait, or give a larger retry.budgetMs" },
};
const REDIRECTED: StatusRow = {
  code: "bad_base_url",
  retryable: false,
  todo: () => "set the base URL that it leads to: keys are not sent along",
};
const REFUSED: StatusRow = { code: "bad_request", retryable: false, todo: () => "see what the provider says" };
const BROKEN: StatusRow = { code: "provider_failed", retryable: true, todo: () => "try again later" };

/** A quota that is used up does not come back by waiting. */
const USED_UP = /insufficient_quota|billing|credit_balance/;

/** What a provider's refusal becomes: which model, the status, its own words without keys, and what to do. */
export function statusError(status: number, body: string, seat: ProviderSeat): PortError<ModelErrorCode> {
  const row = rowOf(status);
  const { word = "" } = providerWords(body);
  const said = scrub(providerSentence(body), [seat.key]);
  const isUsedUp = USED_UP.test(word);
  const todo = isUsedUp ? "the account's quota is used up" : row.todo(seat);
  const sentence = `${seat.ref}: status ${status}${said === "" ? "" : `: ${said}`} (${todo})`;
  return modelError(row.code, sentence, row.retryable && !isUsedUp);
}

function rowOf(status: number): StatusRow {
  if (Object.hasOwn(ROWS, status)) return ROWS[status] ?? REFUSED;
  if (status >= 500) return BROKEN;
  return status >= 300 && status < 400 ? REDIRECTED : REFUSED;
}

/** Words of providers for what passes by itself. */
const PASSING = /overloaded|rate_limit|server_error|internal|timeout|unavailable|api_error|resource_exhausted/i;

/** What an error that comes inside a stream becomes. */
export function eventError({ message = "", word = "" }: ProviderWords, seat: ProviderSeat): PortError<ModelErrorCode> {
  const said = scrub(message === "" ? "it does not say why" : message, [seat.key]);
  const named = word === "" ? "" : ` (${scrub(word, [seat.key])})`;
  const code = /rate_limit|resource_exhausted/i.test(word) ? "rate_limited" : "provider_failed";
  return modelError(code, `${seat.ref}: the provider broke the reply off${named}: ${said}`, PASSING.test(word));
}
