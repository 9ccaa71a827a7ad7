import { type Adapter, NO_BOUND, type Zod } from "../adapter.ts";
import { sdkModel } from "./sdk-model.ts";

interface Agents {
  readonly Agent: new (options: object) => { generate(input: string, options: object): Promise<{ text: string }> };
}
interface Tools {
  readonly createTool: (options: object) => object;
}

/** `Agent.generate`, no memory and no storage; inside it streams. */
export const mastra: Adapter = async ({ load, script }) => {
  const { Agent } = await load<Agents>("@mastra/core/agent");
  const { createTool } = await load<Tools>("@mastra/core/tools");
  const { z } = await load<Zod>("zod");
  const add = createTool({
    id: "add",
    description: "adds one",
    inputSchema: z.object({ n: z.number() }),
    execute: ({ n }: { n: number }) => script.add(n),
  });
  const names = { id: "bench", name: "bench", instructions: "be brief" };
  const agent = new Agent({ ...names, model: sdkModel(script, "v2"), tools: { add } });
  return async () => (await agent.generate("go", { maxSteps: NO_BOUND })).text;
};
