import type { ModelRequest } from "#ports";
import { modelError } from "../../model-error.ts";
import type { OpenPackage } from "../load-package.ts";
import type { ProviderSeat } from "../provider-seat.ts";
import { quirksOf } from "../provider-table.ts";
import { callOptions } from "./call-options.ts";
import type { Reasoning } from "./reasoning.ts";
import { Splices } from "./splices.ts";
import { wireNames, type WireNames } from "./wire-names.ts";

/** A request as it goes over the wire. It is written once: every attempt sends the same bytes. */
export interface WrittenRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly names: WireNames;
}

/** What a request is written for. */
export interface WritingManner {
  readonly seat: ProviderSeat;
  readonly open: OpenPackage;
  readonly streams: boolean;
  readonly reasoning?: Reasoning | undefined;
}

/**
 * Lets the provider package write a request, and takes it out of the package's hand before it is sent: sending, retrying and reading the
 * reply are ours, because they decide what is evidence and what is executed.
 */
export async function writtenRequest(request: ModelRequest, manner: WritingManner): Promise<WrittenRequest> {
  const { seat, open, streams, reasoning } = manner;
  const quirks = quirksOf(seat.provider);
  const names = wireNames(request, quirks);
  const splices = new Splices();
  const options = callOptions(request, { kind: seat.kind, names, splices, reasoning, model: seat.model });
  let taken: Omit<WrittenRequest, "names"> | undefined;
  const take: typeof fetch = (input, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers));
    const url = input instanceof Request ? input.url : String(input);
    taken = { url, headers, body: typeof init?.body === "string" ? init.body : "" };
    return Promise.reject(new Error("the request has been written"));
  };
  const model = open({
    model: seat.model,
    key: seat.key,
    baseUrl: seat.baseUrl,
    includeUsage: quirks.refusesUsageOption !== true,
    fetch: take,
  });
  try {
    await (streams ? model.doStream(options) : model.doGenerate(options));
  } catch (error) {
    if (taken === undefined) throw unwritable(seat, error);
  }
  if (taken === undefined) throw unwritable(seat, undefined);
  return { ...taken, body: splices.into(taken.body), names };
}

function unwritable({ ref }: ProviderSeat, error: unknown): Error {
  const why = error instanceof Error ? `: ${error.message.slice(0, 200)}` : "";
  return modelError("unsendable", `${ref}: the request cannot be written${why}`);
}
