import { type Adapter, NO_BOUND, type Seat, type Zod } from "../adapter.ts";
import { sdkModel } from "./sdk-model.ts";

interface Ai {
  readonly ToolLoopAgent: new (options: object) => {
    generate(input: { prompt: string }): Promise<{ readonly text: string }>;
    stream(input: { prompt: string }): Promise<{ readonly textStream: AsyncIterable<string> }>;
  };
  readonly tool: (options: object) => unknown;
  readonly isStepCount: (count: number) => unknown;
}

async function loopAgent({ load, script }: Seat): Promise<InstanceType<Ai["ToolLoopAgent"]>> {
  const { ToolLoopAgent, tool, isStepCount } = await load<Ai>("ai");
  const { z } = await load<Zod>("zod");
  const add = tool({
    description: "adds one",
    inputSchema: z.object({ n: z.number() }),
    execute: ({ n }: { n: number }) => script.add(n),
  });
  return new ToolLoopAgent({ model: sdkModel(script, "v4"), stopWhen: isStepCount(NO_BOUND), tools: { add } });
}

/** The AI SDK's loop, whole replies. */
export const ai: Adapter = async (seat) => {
  const agent = await loopAgent(seat);
  return async () => (await agent.generate({ prompt: "go" })).text;
};

/** The same, streamed and read to the end. */
export const aiStream: Adapter = async (seat) => {
  const agent = await loopAgent(seat);
  return async () => {
    const { textStream } = await agent.stream({ prompt: "go" });
    let text = "";
    for await (const part of textStream) text += part;
    return text;
  };
};
