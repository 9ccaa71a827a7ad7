import type { ModelErrorCode } from "#models";
import type { RemedyRow } from "./remedy-row.ts";

const NOTHING_SENT = "everything: nothing was sent";
const TURNS = "every turn that closed; nothing of this reply was executed";

/** Every code of a model's error. A code that is not here does not compile. */
export const MODEL_ERRORS: Readonly<Record<ModelErrorCode, RemedyRow>> = {
  bad_ref: {
    means: "the model is not named as provider/model, or no provider is called so",
    kept: NOTHING_SENT,
    remedy:
      "name it as anthropic/..., openai/..., google/..., ollama/..., or add the provider to `providers` in tusk.config",
  },
  no_key: {
    means: "the provider needs a key, and its variable is not set or holds what no key holds",
    kept: NOTHING_SENT,
    remedy: "set the variable that the sentence names in the environment; `tusk doctor` shows which are set",
  },
  no_package: {
    means: "the optional package that speaks this provider's wire is not installed or does not load",
    kept: NOTHING_SENT,
    remedy: "run the `npm install` line of the sentence",
  },
  bad_base_url: {
    means: "the provider has no address, or one that is none",
    kept: NOTHING_SENT,
    remedy: "give `--base-url http://HOST:PORT/v1`, or set `baseUrl` in `providers` of tusk.config",
  },
  unsendable: {
    means: "the conversation holds something that this provider cannot be told",
    kept: "every turn that closed; nothing was sent",
    remedy: "resume the session with the provider that it was begun with",
  },
  transport: {
    means: "no connection, or one that broke before anything of the reply came, after all attempts",
    kept: TURNS,
    remedy: "look whether the address can be reached (`tusk doctor` knocks at local servers), then `tusk run --resume`",
  },
  stream_cut: {
    means: "the reply broke off: the connection, a silence that was too long, or an end without a stop reason",
    kept: TURNS,
    remedy: "`tusk run --resume`; if it happens at the same length again, lower `run.outputTokens`",
  },
  unauthorised: {
    means: "the provider does not take the key, or the key may not use this model",
    kept: TURNS,
    remedy: "set the variable anew with a key that may use the model, then `tusk run --resume`",
  },
  not_found: {
    means: "the provider knows no such model, or the address is not an API's",
    kept: TURNS,
    remedy: "check the name behind the slash, and the end of `baseUrl` (most end in `/v1`)",
  },
  rate_limited: {
    means:
      "the provider says that there were too many requests, or that the account has nothing left, after all attempts",
    kept: TURNS,
    remedy: "wait, or raise `retry.budgetMs`; look at the account's limits; then `tusk run --resume`",
  },
  bad_request: {
    means: "the provider refuses the request as it is",
    kept: TURNS,
    remedy:
      "read the provider's sentence: too long a conversation (lower `run.requestTokens`), an option that the model does not take (`reasoning`), or a bug to report",
  },
  provider_failed: {
    means: "the provider says that it failed by itself, after all attempts",
    kept: TURNS,
    remedy: "`tusk run --resume` a little later",
  },
  bad_reply: {
    means: "what came is no reply of this provider: a web page, broken JSON, an event without its beginning",
    kept: TURNS,
    remedy: "check `baseUrl` and `kind` of the provider: a proxy or another program may be answering",
  },
  too_large: {
    means: "the reply is larger than any reply may be",
    kept: TURNS,
    remedy: "lower `run.outputTokens`; check what answers at `baseUrl`",
  },
  aborted: {
    means: "somebody stopped the run while the model was asked",
    kept: TURNS,
    remedy: "`tusk run --resume` when you want to go on",
  },
  script_ended: {
    means: "a scripted model (of tests) has no more turns",
    kept: TURNS,
    remedy: "write the turn that is missing",
  },
  tape_unusable: {
    means: "`cassette:PATH` names no recording that can be played",
    kept: NOTHING_SENT,
    remedy: "`tusk verify` names the first bad row; record again with `tusk run --record`",
  },
  tape_differs: {
    means: "the run asks for something else than was recorded at this place",
    kept: TURNS,
    remedy: "give the same task in the same workspace as when it was recorded, or record again",
  },
  tape_ended: {
    means: "the recording has no reply for this request any more",
    kept: TURNS,
    remedy: "record again; or go on with a real model: `tusk run --resume --model provider/model`",
  },
};
