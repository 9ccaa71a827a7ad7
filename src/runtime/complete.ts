import type { JoinClosed, Json } from "#kernel";
import { mayContinue } from "./closing.ts";
import { faultOf } from "./fault.ts";
import { textOf } from "./record-rows.ts";
import type { Run } from "./run.ts";
import { concludeTurn, type Thought } from "./turn.ts";

/** A turn without calls that closed; `output` is undefined where the protocol goes on. */
export interface Conclusion {
  readonly join: JoinClosed;
  readonly output: Json | undefined;
}

/** Takes a reply without calls to its end: the answer, the next turn of a paused one, or why neither (R03, R15). */
export async function complete(run: Run, thought: Thought): Promise<Conclusion> {
  const { actions, reply } = thought;
  if (actions.kind === "refused") {
    const message = actions.problems.map(({ where, what }) => `${where}: ${what}`).join("; ");
    throw faultOf("InvalidModelAction", run.step, message, { replyDigest: reply.replyDigest });
  }
  const goesOn = mayContinue(run, actions.stopReason);
  if (!goesOn && actions.stopReason === "max_tokens")
    throw faultOf("InvalidModelAction", run.step, "the reply was cut: it has more tokens than one may have");
  const text = textOf(reply);
  const reading = goesOn ? undefined : await run.setting.output(text);
  if (reading?.ok === false) throw faultOf("InvalidModelAction", run.step, reading.problem);
  const join = await concludeTurn(run, thought);
  if (reading === undefined) return { join, output: undefined };
  run.record({ kind: "session.ended", phase: "Completed", steps: run.step, output: reading.output });
  run.tell({ kind: "Completed", steps: run.step, output: reading.output });
  await run.durable();
  return { join, output: reading.output };
}
