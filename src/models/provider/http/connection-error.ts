import type { PortError } from "#ports";
import { modelError, type ModelErrorCode } from "../../model-error.ts";
import type { ProviderSeat } from "../provider-seat.ts";
import { scrub } from "./scrub.ts";

/** What a connection that could not be made, or that broke before the reply, becomes. */
export function connectionError(error: unknown, seat: ProviderSeat): PortError<ModelErrorCode> {
  const code = codeOf(error);
  const { ref, baseUrl } = seat;
  const isLocal = /^https?:\/\/(?:127\.|localhost|\[::1\])/.test(baseUrl);
  if (code === "ECONNREFUSED" && isLocal)
    return modelError("transport", `${ref}: nobody answers at ${baseUrl}: is the server running?`, true);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return modelError("transport", `${ref}: the host of ${baseUrl} is not found (${code}): check the network`, true);
  if (causes(error).some(({ message }) => message === BLOCKED_PORT))
    return modelError(
      "bad_base_url",
      `${ref}: the port of ${baseUrl} is one that no web request may go to: set a base URL with another port`,
    );
  const why = code ?? scrub(error instanceof Error ? error.message : String(error), [seat.key]);
  return modelError("transport", `${ref}: no connection to ${baseUrl} (${why})`, true);
}

/** What the platform says of a port that the fetch standard blocks, such as that of mail: no attempt changes it. */
const BLOCKED_PORT = "bad port";

/** An error and those that it came from. */
function causes(error: unknown): readonly Error[] {
  const found: Error[] = [];
  for (let at = error; at instanceof Error && found.length < 5; at = at.cause) found.push(at);
  return found;
}

/** The system's own word, wherever the platform has put it. */
function codeOf(error: unknown): string | undefined {
  for (const at of causes(error)) {
    if ("code" in at && typeof at.code === "string") return at.code;
    const [first] = at instanceof AggregateError ? (at.errors as readonly unknown[]) : [];
    if (first instanceof Error && "code" in first && typeof first.code === "string") return first.code;
  }
  return undefined;
}
