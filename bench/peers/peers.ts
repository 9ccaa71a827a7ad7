import type { Adapter } from "./adapter.ts";
import { ai, aiStream } from "./adapters/ai.ts";
import { floor } from "./adapters/floor.ts";
import { langchain } from "./adapters/langchain.ts";
import { langgraph, langgraphKept } from "./adapters/langgraph.ts";
import { mastra } from "./adapters/mastra.ts";
import { openAiAgents } from "./adapters/openai-agents.ts";
import { pi } from "./adapters/pi.ts";
import { tuskChained, tuskFull, tuskLazy } from "./adapters/tusk.ts";

/** What is installed together, in a folder of its own: exact versions, because a newer peer is another measurement. */
export const FOLDERS = {
  ai: ["ai@7.0.169", "zod@4.6.7"],
  "openai-agents": ["@openai/agents@0.20.0", "zod@4.6.7"],
  langgraph: ["@langchain/langgraph@1.4.18", "@langchain/core@1.2.13", "zod@4.6.7"],
  langchain: ["langchain@1.5.14", "@langchain/core@1.2.13", "zod@4.6.7"],
  mastra: ["@mastra/core@1.71.0", "zod@4.6.7"],
  pi: ["@earendil-works/pi-agent-core@0.87.1", "@earendil-works/pi-ai@0.87.1"],
  // And the package of this clone, which is packed for it.
  tusk: ["zod@4.6.7"],
} as const satisfies Record<string, readonly string[]>;

export type FolderName = keyof typeof FOLDERS;

export interface Peer {
  readonly folder: FolderName;
  readonly adapter: Adapter;
  /** What a program imports of it; where two peers are one package, it stands at the first. */
  readonly entry?: string;
}

/** Who is measured, ours and the floor beside the others. */
export const PEERS = {
  floor: { folder: "tusk", adapter: floor },
  tusk: { folder: "tusk", adapter: tuskFull, entry: "tusk-harness" },
  "tusk-lazy": { folder: "tusk", adapter: tuskLazy },
  "tusk-chained": { folder: "tusk", adapter: tuskChained },
  pi: { folder: "pi", adapter: pi, entry: "@earendil-works/pi-agent-core" },
  ai: { folder: "ai", adapter: ai, entry: "ai" },
  "ai-stream": { folder: "ai", adapter: aiStream },
  "openai-agents": { folder: "openai-agents", adapter: openAiAgents, entry: "@openai/agents" },
  langgraph: { folder: "langgraph", adapter: langgraph, entry: "@langchain/langgraph/prebuilt" },
  "langgraph-kept": { folder: "langgraph", adapter: langgraphKept },
  langchain: { folder: "langchain", adapter: langchain, entry: "langchain" },
  mastra: { folder: "mastra", adapter: mastra, entry: "@mastra/core/agent" },
} as const satisfies Record<string, Peer>;

export type PeerName = keyof typeof PEERS;
export const PEER_NAMES = Object.keys(PEERS) as readonly PeerName[];
