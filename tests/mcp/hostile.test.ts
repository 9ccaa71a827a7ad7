// Servers that do what no package would, over their standard streams: every one is a typed failure in bounded memory (T09).
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { McpServerState } from "#tools";
import { processCount, sleepMark } from "../sandbox/sandbox-order.ts";
import { runProcess } from "../support/run-process.ts";
import { answerOf, callMcp, hostile, opened } from "./opened.ts";
import { program } from "./program.ts";

const HOST = join(import.meta.dirname, "flooded-host.ts");
const MB = 1024 * 1024;
/** What the host may take at most, its own start included. */
const MOST_MEMORY = 250 * MB;

interface Flooded {
  readonly outcome?: string;
  readonly code?: string;
  readonly problem?: McpServerState["problem"];
  readonly status?: string;
  readonly callMs: number;
  readonly peakBytes: number;
}

async function flood(manner: string): Promise<Flooded> {
  const { code, stdout, stderr } = await runProcess(process.execPath, [HOST, manner], { timeout: 55_000 });
  if (code !== 0) throw new Error(`${code}: ${stderr}`);
  return JSON.parse(stdout) as Flooded;
}

describe("a server that floods is ended, in bounded memory", () => {
  test.each([
    ["lines that are no messages", "lines", "garbled"],
    ["a line without end", "endless", "flooded"],
    ["an answer of 100 MB", "huge", "flooded"],
    ["notices without end", "notifications", "flooded"],
    ["answers to nothing", "answers", "flooded"],
    ["questions to us", "questions", "flooded"],
    ["a list that changes all the time", "changing", "flooded"],
  ])("%s", async (_, manner, fault) => {
    const { outcome, code, problem, status, callMs, peakBytes } = await flood(manner);
    expect([outcome, code, problem?.code, status]).toEqual(["interrupted", "Interrupted", fault, "failed"]);
    expect(callMs).toBeLessThan(30_000);
    expect(peakBytes).toBeLessThan(MOST_MEMORY);
  });

  test.each([
    ["before it is greeted", "flood-first"],
    ["in its list of tools", "list-huge"],
  ])("%s", async (_, manner) => {
    const { outcome, problem, status, peakBytes } = await flood(manner);
    expect([outcome, problem?.code, status]).toEqual([undefined, "flooded", "failed"]);
    expect(peakBytes).toBeLessThan(MOST_MEMORY);
  });

  test("its standard error may be as long as it likes", async () => {
    const { outcome, status, peakBytes } = await flood("stderr");
    expect([outcome, status]).toEqual(["ok", "ready"]);
    expect(peakBytes).toBeLessThan(MOST_MEMORY);
  });
});

describe("what a server says is read strictly", () => {
  test("half a message, a key twice, bytes that are no text, the end of its output or its own: each breaks it off", async () => {
    const faults = { broken: "garbled", twice: "garbled", bytes: "garbled", shut: "died", killed: "died" };
    const servers = Object.fromEntries(Object.keys(faults).map((manner) => [manner, program("raw-server", manner)]));
    const mcp = await opened(servers);
    const calls = await Promise.all(mcp.tools.map(({ name }) => callMcp(mcp, name)));
    expect(calls.map(({ outcome }) => outcome)).toEqual(Object.keys(faults).map(() => "interrupted"));
    expect(mcp.servers.map(({ problem }) => problem?.code)).toEqual(Object.values(faults));
  });

  test("an answer counts that came before its end; an answer without content is empty; one of another form fails", async () => {
    expect(await answerOf(await hostile("last"), "mcp__raw__go")).toEqual(["ok", "last words"]);
    expect(await answerOf(await hostile("nothing"), "mcp__raw__go")).toEqual(["ok", ""]);
    expect(await answerOf(await hostile("odd"), "mcp__raw__go")).toMatchObject(["failed", { code: "NonZeroExit" }]);
  });

  test("a refusal is told in words that do nothing to a terminal, and a banner is forgiven", async () => {
    expect(await answerOf(await hostile("refuse"), "mcp__raw__go")).toEqual([
      "failed",
      {
        code: "InvalidInput",
        message: expect.stringMatching(/\(-32602\): .*no \\u\{1b\}\[2Jsuch argument; /),
        retryable: false,
      },
    ]);
    expect(await answerOf(await hostile("banner"), "mcp__raw__go")).toEqual(["ok", ""]);
  });
});

test("a server that never gets ready is told by its fault, whatever it does instead", async () => {
  const faults = {
    early: "died",
    silent: "hung",
    "list-hang": "hung",
    "list-odd": "garbled",
    nameless: "garbled",
    circle: "garbled",
    pages: "garbled",
    many: "unusable",
  };
  const servers = Object.fromEntries(Object.keys(faults).map((manner) => [manner, program("raw-server", manner)]));
  const mcp = await opened(servers, { startMs: 15_000 });
  expect([mcp.tools, mcp.servers.map(({ name, status, problem }) => [name, status, problem?.code])]).toEqual([
    [],
    Object.entries(faults).map(([name, fault]) => [name, "failed", fault]),
  ]);
});

test("an opening that is called off leaves nothing behind", async () => {
  const off = new AbortController();
  setTimeout(() => off.abort(), 500);
  const mark = sleepMark();
  const begun = performance.now();
  const mcp = await opened({ raw: program("raw-server", "silent", mark) }, { signal: off.signal, startMs: 50_000 });
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect([mcp.servers[0]?.status, mcp.servers[0]?.problem?.message]).toEqual([
    "closed",
    'MCP server "raw" was called off',
  ]);
  expect(processCount(mark)).toBe(0);
});

describe("names and schemas that cannot be used", () => {
  test("tools that would have one name are both refused, of one server or of two", async () => {
    const mcp = await opened({
      raw: program("raw-server", "collide"),
      x: program("raw-server", "double"),
      raw__a: { ...program("raw-server", "collide"), tools: ["c"] },
    });
    expect(mcp.tools.map(({ name }) => name)).toEqual(["mcp__raw__c", "mcp__x__other", "mcp__raw__a__c"]);
    expect(mcp.servers.map(({ refused }) => refused)).toEqual([
      [
        {
          tool: "a.b",
          problem: 'it would be known as "mcp__raw__a_b", and so would a b of raw: leave one out by mcp.raw.tools',
        },
        {
          tool: "a b",
          problem: 'it would be known as "mcp__raw__a_b", and so would a.b of raw: leave one out by mcp.raw.tools',
        },
      ],
      [{ tool: "go", problem: "the server lists it 2 times" }],
      [],
    ]);
  });

  test("a tool whose schema cannot be judged by is refused by name, the others are taken", async () => {
    const mcp = await hostile("unusable");
    expect(mcp.tools.map(({ name }) => name)).toEqual(["mcp__raw__fine"]);
    expect(mcp.servers[0]?.refused.map(({ tool }) => tool)).toEqual(["go", "none", "ref", "big"]);
  });

  test("texts are bounded and harmless, names fit every provider", async () => {
    const mcp = await hostile("unicode");
    const [first, second] = mcp.tools;
    expect([first?.name, first?.description, first?.schema]).toEqual([
      "mcp__raw__gr__e",
      "Mißt \\u{202e}\\u{e0041}\\u{1b}[2J 寸法.",
      { type: "object", properties: { ort: { type: "string", description: "wo\\u{7}" } } },
    ]);
    expect(second?.name).toMatch(/^mcp__raw__n{45}_[0-9a-f]{8}$/);
    expect(second?.description.length).toBe(4_000);
  });

  test("pages are read to the last", async () => {
    expect((await hostile("paged")).tools.map(({ name }) => name)).toEqual(
      [0, 1, 2, 3, 4].map((page) => `mcp__raw__t${page}`),
    );
  });

  test("a server whose list changes with every look at it is broken off", async () => {
    const mcp = await hostile("restless");
    expect(await answerOf(mcp, "mcp__raw__go")).toMatchObject(["failed", { code: "NotFound" }]);
    expect(mcp.servers[0]).toMatchObject({ status: "failed", problem: { code: "flooded" } });
  });
});
