import { type Adapter, NO_BOUND, type Zod } from "../adapter.ts";
import type { ScriptedTurn } from "../scenarios.ts";

interface OpenAiAgents {
  readonly Agent: new (options: object) => object;
  readonly Runner: new (options: object) => {
    run(agent: object, input: string, options: object): Promise<{ readonly finalOutput: unknown }>;
  };
  readonly Usage: new (usage: object) => object;
  readonly tool: (options: object) => unknown;
}

/** `Runner.run` with a model of one's own, tracing off. */
export const openAiAgents: Adapter = async ({ load, script }) => {
  const { Agent, Runner, tool, Usage } = await load<OpenAiAgents>("@openai/agents");
  const { z } = await load<Zod>("zod");
  const model = {
    async getResponse() {
      const output = outputOf(await script.next());
      return { usage: new Usage({ inputTokens: 10, outputTokens: 5, totalTokens: 15 }), output };
    },
    getStreamedResponse() {
      throw new Error("nothing is streamed here");
    },
  };
  const add = tool({
    name: "add",
    description: "adds one",
    parameters: z.object({ n: z.number() }),
    execute: ({ n }: { n: number }) => script.add(n),
  });
  const agent = new Agent({ name: "bench", instructions: "be brief", model, tools: [add] });
  const runner = new Runner({ tracingDisabled: true });
  return async () => (await runner.run(agent, "go", { maxTurns: NO_BOUND })).finalOutput;
};

function outputOf({ calls, text }: ScriptedTurn): readonly object[] {
  const status = "completed";
  if (calls === undefined)
    return [{ type: "message", id: "m", role: "assistant", status, content: [{ type: "output_text", text }] }];
  return calls.map(({ id, args }) => {
    const words = { name: "add", status, arguments: JSON.stringify(args) };
    return { type: "function_call", id: `fc_${id}`, callId: id, ...words };
  });
}
