import type { Adapter } from "../adapter.ts";
import { langchainParts } from "./langchain-parts.ts";
import { type Invoked, lastWord } from "./langgraph.ts";

interface LangChain {
  readonly createAgent: (options: object) => Invoked;
}

/** `createAgent`, which follows the prebuilt agent of LangGraph. */
export const langchain: Adapter = async ({ load, script }) => {
  const { createAgent } = await load<LangChain>("langchain");
  const agent = createAgent(await langchainParts(load, script));
  return () => lastWord(agent);
};
