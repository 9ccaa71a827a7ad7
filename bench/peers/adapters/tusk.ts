import { join } from "node:path";
import type * as z from "zod";
import type * as tusk from "../../../src/index.ts";
import type { Adapter } from "../adapter.ts";
import { SCENARIOS, type ScriptedTurn } from "../scenarios.ts";

type Tusk = typeof tusk;
type Kept = Pick<tusk.AgentOptions, "journal" | "evidence">;

/** The library's agent, as a program that has installed it makes one; `kept` says what is kept of a run. */
function agentKeeping(kept: (library: Tusk, scratch: string) => Kept): Adapter {
  return async ({ load, script, scenario, scratch }) => {
    const library = await load<Tusk>("tusk-harness");
    const { z: zod } = await load<{ z: typeof z }>("zod");
    const { agent, harnessPolicy, tool, toolSet } = library;
    const schema = zod.object({ n: zod.number() });
    const run = ({ n }: { n: number }) => script.add(n);
    const add = tool({ name: "add", description: "adds one", args: schema, output: schema, run });
    const made = agent({
      model: { ref: "bench/mock", complete: async () => replyOf(await script.next()) },
      tools: toolSet(add).build(),
      budget: scenario.script.length + 1,
      ...(scenario === SCENARIOS.malformed ? { policy: harnessPolicy } : {}),
      ...kept(library, scratch),
    });
    return async () => {
      const result = await made.start("go").result;
      return result.phase === "Completed" ? result.output : result;
    };
  };
}

const USAGE = { inputTokens: 10, outputTokens: 5 };

function replyOf({ calls, text = "" }: ScriptedTurn): tusk.ModelReply {
  if (calls === undefined) return { blocks: [{ kind: "text", text }], stopReason: "end_turn", usage: USAGE };
  const blocks = calls.map(({ id, args }) => {
    return { kind: "tool_call", providerCallId: id, tool: "add", argumentsText: JSON.stringify(args) } as const;
  });
  return { blocks, stopReason: "tool_use", usage: USAGE };
}

/** In memory, every turn's evidence digested as it closes. */
export const tuskFull: Adapter = agentKeeping(() => ({ evidence: "each_turn" }));

/** In memory, as it is unless somebody says otherwise: evidence is digested when somebody asks. */
export const tuskLazy: Adapter = agentKeeping(() => ({}));

/** Every row chained into a file of its run, nothing synced. */
export const tuskChained: Adapter = agentKeeping(({ openFileJournal }, scratch) => {
  let files = 0;
  return {
    journal: (sessionId) => openFileJournal({ path: join(scratch, `${files++}.jsonl`), sessionId, sync: "never" }),
  };
});
