import { InvariantError } from "#kernel";
import type { AgentEvent } from "#ports";
import type { EventHub } from "../events/event-hub.ts";
import type { EventStream } from "../events/event-stream.ts";
import type { Run } from "../run.ts";
import type { CancelSwitch } from "./agent-ports.ts";
import { assertText } from "./given-texts.ts";
import type { RunResult } from "./run-result.ts";

/** A run under way. It goes on whether or not anybody reads its events; whoever reads first hears all of them. */
export interface AgentRun<Output, Own = undefined> extends AsyncIterable<AgentEvent> {
  readonly sessionId: string;
  /** How it ends. Never rejects: what goes wrong is one of the ends. */
  readonly result: Promise<RunResult<Output, Own>>;
  /** Calls the run off; it ends as `Interrupted`, every call with an answer. */
  cancel(reason?: string): void;
  /** Tells the model something with its next request, once. Throws when the run is over, and for what is no text. */
  remind(text: string): void;
}

/** What a run under way is made of. */
export interface RunParts<Output, Own> {
  readonly sessionId: string;
  readonly hub: EventHub;
  /** Opened before the run began: whoever reads first hears everything. */
  readonly stream: EventStream;
  readonly cancelSwitch: CancelSwitch;
  /** Resolves with the run once it can be told something. */
  readonly runOf: () => Run | undefined;
  /** What the run takes where it looks next. */
  readonly reminders: string[];
  readonly result: Promise<RunResult<Output, Own>>;
}

/** A run for its caller's hands. */
export function agentRun<Output, Own>(parts: RunParts<Output, Own>): AgentRun<Output, Own> {
  const { sessionId, hub, cancelSwitch, runOf, reminders, result } = parts;
  let first: EventStream | undefined = parts.stream;
  return {
    sessionId,
    result,
    cancel: (reason = "cancelled") => cancelSwitch.cancel(reason),
    remind(text): void {
      const run = runOf();
      if (run === undefined || run.state.ended !== undefined)
        throw new InvariantError("a run can be reminded from its first event to its end");
      assertText("the reminder", text);
      reminders.push(text);
    },
    [Symbol.asyncIterator](): EventStream {
      const stream = first ?? hub.stream();
      first = undefined;
      return stream;
    },
  };
}
