// A server written by hand, so that it can do what no package would: its argument says what, and when a call comes it does that.
import { spawn } from "node:child_process";
import { closeSync } from "node:fs";
import { createInterface } from "node:readline";

const [manner = "", mark = ""] = process.argv.slice(2);

interface Asked {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly cursor?: string };
}

const say = (message: object): boolean => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const answer = (id: number | undefined, result: object): boolean => say({ id, result });
const notify = (method: string): boolean => say({ method });

/** Writes for ever, as fast as it is read. */
function pour(block: string): void {
  const more = (): void => {
    while (process.stdout.write(block));
    process.stdout.once("drain", more);
  };
  more();
}

const TOOL = { name: "go", description: "Goes.", inputSchema: { type: "object" } };
const SERVER = { protocolVersion: "2025-06-18", serverInfo: { name: "raw", version: "1" } };
const changed = `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/tools/list_changed" })}\n`;
const logged = `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "x" } })}\n`;
const unasked = `${JSON.stringify({ jsonrpc: "2.0", id: 9e9, result: {} })}\n`;
const asking = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "sampling/createMessage", params: {} })}\n`;

const ON_CALL: Readonly<Record<string, (id: number | undefined) => unknown>> = {
  lines: () => pour("this is no message\n".repeat(1000)),
  endless: () => pour("x".repeat(65_536)),
  huge: (id) => answer(id, { content: [{ type: "text", text: "x".repeat(100_000_000) }] }),
  notifications: () => pour(logged.repeat(100)),
  answers: () => pour(unasked.repeat(100)),
  questions: () => pour(asking.repeat(100)),
  changing: () => pour(changed.repeat(100)),
  broken: () => process.stdout.write('{"jsonrpc":"2.0","id":2,"result":{"content":[]}\n'),
  twice: (id) => process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"content":[]}}\n`),
  bytes: () => process.stdout.write(Buffer.from([0x7b, 0xff, 0xfe, 0x0a])),
  stderr: (id) => {
    for (let at = 0; at < 2_000; at++) process.stderr.write("noise ".repeat(2_000));
    answer(id, { content: [{ type: "text", text: "quiet" }] });
  },
  nothing: (id) => answer(id, {}),
  odd: (id) => answer(id, { content: "text" }),
  shut: () => closeSync(1),
  killed: () => process.kill(process.pid, "SIGKILL"),
  last: (id) => (answer(id, { content: [{ type: "text", text: "last words" }] }), process.exit(0)),
  refuse: (id) => say({ id, error: { code: -32_602, message: "no \u001b[2Jsuch argument" } }),
  hang: () => undefined,
};

const TOOLS: Readonly<Record<string, readonly object[]>> = {
  collide: [
    { ...TOOL, name: "a.b" },
    { ...TOOL, name: "a b" },
    { ...TOOL, name: "c" },
  ],
  double: [TOOL, TOOL, { ...TOOL, name: "other" }],
  unusable: [
    { ...TOOL, inputSchema: { type: "string" } },
    { ...TOOL, name: "none", inputSchema: undefined },
    { ...TOOL, name: "ref", inputSchema: { type: "object", $ref: "http://somewhere/else" } },
    { ...TOOL, name: "big", inputSchema: { type: "object", description: "x".repeat(100_000) } },
    { ...TOOL, name: "fine" },
  ],
  unicode: [
    {
      name: "größe",
      description: "Mißt \u202e\u{E0041}\u001b[2J 寸法.",
      inputSchema: { type: "object", properties: { ort: { type: "string", description: "wo\u0007" } } },
    },
    { name: "n".repeat(200), description: "d".repeat(50_000), inputSchema: { type: "object" } },
  ],
  many: Array.from({ length: 129 }, (_, at) => ({ ...TOOL, name: `t${at}` })),
  nameless: [{ inputSchema: { type: "object" } }],
};

function list(id: number | undefined, cursor: string | undefined): unknown {
  const page = Number(cursor ?? 0);
  if (manner === "paged") {
    const next = page < 4 ? { nextCursor: String(page + 1) } : {};
    return answer(id, { tools: [{ ...TOOL, name: `t${page}` }], ...next });
  }
  if (manner === "circle") return answer(id, { tools: [], nextCursor: "1" });
  if (manner === "pages") return answer(id, { tools: [], nextCursor: String(page + 1) });
  if (manner === "list-huge") return answer(id, { tools: [{ ...TOOL, description: "x".repeat(100_000_000) }] });
  if (manner === "list-hang") return undefined;
  if (manner === "list-odd") return answer(id, { tools: 5 });
  if (manner === "restless") notify("notifications/tools/list_changed");
  return answer(id, { tools: TOOLS[manner] ?? [TOOL] });
}

if (manner === "silent") setInterval(() => undefined, 1e6);
if (manner === "early") process.exit(7);
if (manner === "banner") process.stdout.write("Welcome!\n\n  ready\n");
if (manner === "flood-first") pour("x".repeat(65_536));
if (manner === "escape") {
  // It hears nothing, and neither do those it started: one beside it, one in a session of its own.
  for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const) process.on(signal, () => undefined);
  const script = `trap '' TERM HUP INT; sleep ${mark}; sleep ${mark}`;
  for (const detached of [false, true]) spawn("/bin/sh", ["-c", script], { stdio: "ignore", detached }).unref();
  setInterval(() => undefined, 1e6);
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line) as Asked;
  if (manner === "silent") return;
  if (method === "initialize") answer(id, { ...SERVER, capabilities: { tools: { listChanged: true } } });
  else if (method === "tools/list") list(id, params?.cursor);
  else if (method === "tools/call") (ON_CALL[manner] ?? ((asked) => answer(asked, { content: [] })))(id);
});
