import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { RecordedRequest } from "./wire-request.ts";
import type { WireFault, WireTurn } from "./wire-turn.ts";

/** A script that can be said as data. */
export interface ChildScript {
  readonly script: readonly WireTurn[];
  readonly faults?: Readonly<Record<number, WireFault>>;
}

/** What the process is asked; each order has one answer. */
export type ChildOrder =
  | { readonly kind: "requests" }
  | { readonly kind: "release" }
  | { readonly kind: "came" | "stalled"; readonly count: number };

/** A scripted provider in a process of its own. */
export interface WireChild {
  readonly port: number;
  readonly requests: () => Promise<readonly RecordedRequest[]>;
  readonly came: (count: number) => Promise<void>;
  readonly stalled: (count: number) => Promise<void>;
  readonly release: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts the scripted provider as a process that nobody else's death ends. */
export async function startWireChild(script: ChildScript): Promise<WireChild> {
  const child = spawn(process.execPath, [fileURLToPath(new URL("wire-child.ts", import.meta.url))], {
    stdio: ["pipe", "pipe", "inherit"],
    // Not of the group of those who are killed.
    detached: true,
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const told = async (order: ChildOrder | ChildScript): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify(order)}\n`);
    const { value } = await answers.next();
    return JSON.parse(String(value));
  };
  const { port } = (await told(script)) as { readonly port: number };
  return {
    port,
    requests: async () => (await told({ kind: "requests" })) as readonly RecordedRequest[],
    came: async (count) => void (await told({ kind: "came", count })),
    stalled: async (count) => void (await told({ kind: "stalled", count })),
    release: async () => void (await told({ kind: "release" })),
    async close() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}
