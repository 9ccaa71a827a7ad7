import type { Adapter, Script } from "../adapter.ts";
import type { ScriptedTurn } from "../scenarios.ts";

interface Message {
  readonly stopReason: string;
  readonly content: readonly { readonly text?: string | undefined }[];
}
interface PiCore {
  readonly Agent: new (options: object) => {
    prompt(input: string): Promise<void>;
    readonly state: { readonly messages: readonly Message[] };
  };
}
interface EventStream {
  push(event: object): void;
}
interface PiAi {
  readonly createAssistantMessageEventStream: () => EventStream;
}
interface TypeBox {
  readonly Type: { Object(shape: object): object; Number(): object };
}

const COST = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
const USAGE = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, totalTokens: 15, cost: COST };
const NAMES = { api: "mock", provider: "mock" };
const MODEL = { ...NAMES, id: "mock", name: "mock", baseUrl: "", reasoning: false, input: ["text"], cost: COST };

/** `Agent` with a stream function of one's own, which starts and is done; a new agent for each run. */
export const pi: Adapter = async ({ load, script }) => {
  const { Agent } = await load<PiCore>("@earendil-works/pi-agent-core");
  const { createAssistantMessageEventStream } = await load<PiAi>("@earendil-works/pi-ai");
  const { Type } = await load<TypeBox>("typebox");
  const add = {
    name: "add",
    label: "add",
    description: "adds one",
    parameters: Type.Object({ n: Type.Number() }),
    execute: async (_: string, { n }: { n: number }) => {
      const details = await script.add(n);
      return { content: [{ type: "text", text: JSON.stringify(details) }], details };
    },
  };
  const model = { ...MODEL, contextWindow: 1e6, maxTokens: 1e4 };
  const initialState = { systemPrompt: "be brief", model, tools: [add] };
  const streamFn = (): EventStream => {
    const stream = createAssistantMessageEventStream();
    queueMicrotask(() => void reply(stream, script));
    return stream;
  };
  return async () => {
    const agent = new Agent({ initialState, streamFn });
    await agent.prompt("go");
    return agent.state.messages.at(-1)?.content[0]?.text;
  };
};

async function reply(stream: EventStream, script: Script): Promise<void> {
  const message = messageOf(await script.next());
  stream.push({ type: "start", partial: message });
  stream.push({ type: "done", reason: message.stopReason, message });
}

function messageOf({ calls, text }: ScriptedTurn): Message {
  const head = { role: "assistant", ...NAMES, model: "mock", usage: USAGE, timestamp: 0 };
  if (calls === undefined) return { ...head, stopReason: "stop", content: [{ ...TEXT, text }] };
  const content = calls.map(({ id, args }) => {
    return {
      type: "toolCall",
      id,
      name: "add",
      arguments: JSON.parse(JSON.stringify(args)) as unknown,
      text: undefined,
    };
  });
  return { ...head, stopReason: "toolUse", content };
}

const TEXT = { type: "text" };
