import type { JoinClosed, Json } from "#kernel";
import { continuationOf, lastWord } from "./checkpoint.ts";
import type { ClosedTurn } from "./close-turn.ts";
import { faultOf, TurnStopped } from "./fault.ts";
import { isPending } from "./is-pending.ts";
import type { OutputReading } from "./output-reader.ts";
import { textOf } from "./record-rows.ts";
import type { Run } from "./run.ts";
import { concludeTurn, type Thought } from "./turn.ts";

/** A turn without calls that closed; `output` is undefined where the protocol goes on. */
export interface Conclusion {
  readonly join: JoinClosed;
  readonly output: Json | undefined;
}

/** Takes a reply without calls to its end: the answer, the next turn of a paused one, or why neither (R03, R15). */
export async function complete(run: Run, { actions, reply, spec }: Thought): Promise<Conclusion> {
  const { step } = run.state;
  const { replyDigest } = reply;
  if (actions.kind === "refused") {
    const message = actions.problems.map(({ where, what }) => `${where}: ${what}`).join("; ");
    throw faultOf("InvalidModelAction", step, message, { replyDigest });
  }
  const { stopReason } = actions;
  const policySays = continuationOf(run, stopReason);
  const isFinal = policySays.kind === "stop" && policySays.why === "protocol_policy";
  if (isFinal && stopReason === "max_tokens")
    throw faultOf("InvalidModelAction", step, "the reply was cut: it has more tokens than one may have", {
      replyDigest,
    });
  const text = textOf(reply);
  const reading = isFinal ? await readOutput(run, text) : undefined;
  if (reading?.ok === false) throw faultOf("InvalidModelAction", step, reading.problem, { replyDigest });
  const { join, continuation } = await concludeTurn(run, spec, stopReason);
  if (reading === undefined) {
    assertContinues(run, { join, continuation });
    return { join, output: undefined };
  }
  run.takeReminders();
  run.record({ kind: "session.ended", phase: "Completed", steps: step, output: reading.output });
  run.tell({ kind: "Completed", steps: step, output: reading.output });
  await run.durable();
  return { join, output: reading.output };
}

/** What the answer is. A schema that breaks has not said that it fits; one that called the run off has said nothing. */
async function readOutput(run: Run, text: string): Promise<OutputReading> {
  const { output } = run.setting;
  try {
    const reading = output(text);
    return isPending(reading) ? await reading : reading;
  } catch {
    return { ok: false, problem: "the answer could not be checked" };
  } finally {
    run.assertGoing();
  }
}

/** A closed turn that no other may follow: the stop policy has the word, not the model (R15). */
export function assertContinues(run: Run, { continuation }: ClosedTurn): void {
  if (continuation.kind === "continue") return;
  const refusedBy = continuation.kind === "checkpoint" ? lastWord(run, continuation.at) : undefined;
  throw new TurnStopped(continuation, run.state.step, refusedBy);
}
