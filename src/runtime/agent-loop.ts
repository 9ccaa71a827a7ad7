import { beginRun, type RunEnd } from "./phases.ts";
import type { Run } from "./run.ts";

/** The loop, on the public phases alone (R01): think, act and observe until one of the three ends. */
export async function agentLoop(run: Run): Promise<RunEnd> {
  let thought = await beginRun(run).think();
  for (;;) {
    if (thought.phase === "Observing") {
      thought = await thought.think();
      continue;
    }
    if (thought.phase !== "Thinking") return thought;
    const next = thought.asksForTools ? await thought.act() : await thought.complete();
    if (next.phase === "Acting") {
      const seen = await next.observe();
      if (seen.phase !== "Observing") return seen;
      thought = await seen.think();
    } else if (next.phase === "Observing") thought = await next.think();
    else return next;
  }
}
