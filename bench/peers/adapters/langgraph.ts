import { type Adapter, NO_BOUND } from "../adapter.ts";
import { langchainParts } from "./langchain-parts.ts";

/** An agent of LangGraph or LangChain, as far as it is used. */
export interface Invoked {
  invoke(input: object, options: object): Promise<{ readonly messages: readonly { readonly content: unknown }[] }>;
}
interface Prebuilt {
  readonly createReactAgent: (options: object) => Invoked;
}
interface LangGraph {
  readonly MemorySaver: new () => object;
}

export async function lastWord(agent: Invoked, more: object = {}): Promise<unknown> {
  const input = { messages: [{ role: "user", content: "go" }] };
  const { messages } = await agent.invoke(input, { recursionLimit: NO_BOUND, ...more });
  return messages.at(-1)?.content;
}

/** `createReactAgent` without a checkpointer. */
export const langgraph: Adapter = async ({ load, script }) => {
  const { createReactAgent } = await load<Prebuilt>("@langchain/langgraph/prebuilt");
  const { model: llm, tools } = await langchainParts(load, script);
  const agent = createReactAgent({ llm, tools });
  return () => lastWord(agent);
};

/** How many runs share one store: it grows with each. */
const RUNS_PER_STORE = 200;

/** The same with its checkpointer in memory, a new thread for each run. */
export const langgraphKept: Adapter = async ({ load, script }) => {
  const { createReactAgent } = await load<Prebuilt>("@langchain/langgraph/prebuilt");
  const { MemorySaver } = await load<LangGraph>("@langchain/langgraph");
  const { model: llm, tools } = await langchainParts(load, script);
  const newAgent = (): Invoked => createReactAgent({ llm, tools, checkpointer: new MemorySaver() });
  let agent = newAgent();
  let runs = 0;
  return () => {
    runs += 1;
    if (runs % RUNS_PER_STORE === 0) agent = newAgent();
    return lastWord(agent, { configurable: { thread_id: `t${runs}` } });
  };
};
