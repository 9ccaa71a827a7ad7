// The scripted provider as a process of its own: it goes on whatever becomes of those who talk to it. Its orders come on standard input, one
// JSON object a line: the first is what it says and how it fails.
import { createInterface } from "node:readline";
import { startWireServer } from "./start-wire-server.ts";
import type { ChildOrder, ChildScript } from "./start-wire-child.ts";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const first = await lines.next();
const { script, faults = {} } = JSON.parse(String(first.value)) as ChildScript;
const server = await startWireServer({ script, faults });
say({ port: server.port });

for await (const line of { [Symbol.asyncIterator]: () => lines }) {
  const order = JSON.parse(line) as ChildOrder;
  if (order.kind === "release") server.release();
  if (order.kind === "came") await server.came(order.count);
  if (order.kind === "stalled") await server.stalled(order.count);
  say(order.kind === "requests" ? server.requests : null);
}
await server.close();

function say(answer: unknown): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
