// Our agent as whoever works (M12): in the worktree, with a session that a crash does not lose.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { CheckDeclaration } from "#kernel";
import type { RunWish, Work, Worked, WorkOrder } from "#ports";
import { agentWork } from "../../src/cli/compose-harness/agent-work.ts";
import type { WorkShow } from "../../src/cli/compose-harness/work-audience.ts";
import { NO_TERMINAL, programAt, type PseudoTerminal } from "../run/pseudo-terminal.ts";
import { noWallsAtAll } from "../support/no-walls.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { leftProcesses } from "../wire/left-processes.ts";
import { startWireServer, type WireServer, type WireServerOptions } from "../wire/start-wire-server.ts";
import { turnsSaid } from "../wire/wire-request.ts";
import { ask, say } from "../wire/wire-turn.ts";
import { agentPlace, type AgentPlace, agentWish } from "./agent-place.ts";

const missing = noWallsAtAll();
const folder = temporaryFolder();
const servers: WireServer[] = [];
afterAll(async () => void (await Promise.all(servers.map((server) => server.close()))));
beforeEach(({ skip }) => {
  skip(missing !== undefined, missing);
  vi.stubEnv("OPENAI_COMPATIBLE_API_KEY", "work-key-1f");
  return () => void vi.unstubAllEnvs();
});

const CHILD = join(import.meta.dirname, "agent-child.ts");
const MEND = { path: "sum.mjs", old_string: "a - b", new_string: "a + b" };
const MENDING = [
  ask(["read", { path: "sum.mjs" }]),
  ask(["edit", MEND]),
  ask(["bash", { command: "node check.mjs", workdir: "." }]),
  say("sum adds now."),
];
const CHECKS: readonly CheckDeclaration[] = [
  { name: "tests", command: "node check.mjs", class: "semantic", required: true, timeoutMs: 1000 },
  { name: "style", command: "true", class: "semantic", required: false, paths: ["*.md"], timeoutMs: 1000 },
];

async function serve(options: WireServerOptions): Promise<WireServer> {
  const server = await startWireServer(options);
  servers.push(server);
  return server;
}

function agentAt(
  { stateFolder }: AgentPlace,
  port: number,
  { show = { kind: "none" }, ...wish }: Partial<RunWish> & { readonly show?: WorkShow } = {},
): Work {
  return agentWork({ wish: agentWish(stateFolder, port, wish), checks: CHECKS, show });
}

function sum({ order }: AgentPlace): string {
  return readFileSync(join(order.worktree.path, "sum.mjs"), "utf8");
}

const ADDS = "export const sum = (a, b) => a + b;\n";

test("works in the worktree; sessions and witnesses are the repository's; its name is told before anything is sent", async () => {
  const [here, server] = [agentPlace(folder), await serve({ script: MENDING })];
  const told: (string | number)[] = [];
  const worked = await agentAt(here, server.port).work({
    ...here.order,
    context: ["an earlier worker read sum.mjs"],
    onSession: async (sessionId) => void told.push(sessionId, server.requests.length),
  });
  const [sessionId] = readdirSync(join(here.stateFolder, "sessions"))
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => name.slice(0, -".jsonl".length));
  expect(told).toEqual([sessionId, 0]);
  expect(worked).toEqual({ outcome: "done", sessionId, summary: "sum adds now.", failureClasses: [], steps: 4 });
  expect([sum(here), readFileSync(join(here.root, "sum.mjs"), "utf8")]).toEqual([
    ADDS,
    "export const sum = (a, b) => a - b;\n",
  ]);
  expect(readdirSync(join(here.stateFolder, "witnesses")).length).toBeGreaterThan(0);
  expect(existsSync(join(here.order.worktree.path, ".premath"))).toBe(false);
  // What runs in this process afterwards is no agent.
  expect(process.env["TUSK_AGENT_RUN"]).toBeUndefined();
  expect(leftProcesses(here.root)).toEqual([]);
});

test("is told the issue, what is known from before, the rules of the house and the checks", async () => {
  const [here, server] = [agentPlace(folder), await serve({ script: [say("Nothing to do.")] })];
  await agentAt(here, server.port).work({ ...here.order, context: ["tests failed:\nexit 1"] });
  const said = JSON.stringify(server.requests[0]?.body["messages"]);
  for (const text of [
    "# bd-7: sum takes away\n\nIt has to add.\n\nAcceptance: node check.mjs exits with 0.\n\n## What is known from before\n\n- tests failed:\n  exit 1",
    "The rules of the house\n- You work on one issue",
    "- Leave .premath alone",
    "stop when they hold:\n  - tests (required): node check.mjs\n  - style (told only, where *.md changed): true\n- Nobody watches",
  ])
    expect(said).toContain(JSON.stringify(text).slice(1, -1));
});

describe("how it is shown", () => {
  const SCRIPT = [ask(["bash", { command: "curl http://127.0.0.1:9/", workdir: "." }]), say("I may not.\nSo be it.")];

  test("a line each, with worker and issue before it; nobody is asked, and that is said (T08)", async () => {
    const [here, server] = [agentPlace(folder), await serve({ script: SCRIPT })];
    const lines: string[] = [];
    const show: WorkShow = { kind: "lines", write: (text) => void lines.push(text) };
    expect(await agentAt(here, server.port, { show }).work(here.order)).toMatchObject({ outcome: "done" });
    expect(lines.filter((line) => !line.startsWith("[worker.1 bd-7] "))).toEqual([]);
    const text = lines.map((line) => line.slice("[worker.1 bd-7] ".length)).join("");
    expect(text).toMatch(/^session \d{8}-\d{6}-[0-9a-f]{6}, openai-compatible\/scripted\n/);
    expect(text).toMatch(/^denied: nobody can be asked here: bash curl http/m);
    expect(text).toMatch(/\nI may not\.\nSo be it\.\n$/);
  });

  test("its events as JSON, one a line", async () => {
    const [here, server] = [agentPlace(folder), await serve({ script: SCRIPT })];
    let text = "";
    const show: WorkShow = { kind: "json", write: (more) => void (text += more) };
    await agentAt(here, server.port, { show }).work(here.order);
    const kinds = text
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { kind: string }).kind);
    expect([kinds[0], kinds.includes("Notice"), kinds.includes("StepClosed")]).toEqual(["RunStarted", true, true]);
  });
});

describe("live, at a terminal", () => {
  beforeEach(({ skip }) => skip(NO_TERMINAL !== undefined, NO_TERMINAL));

  function liveAt(here: AgentPlace, server: WireServer): PseudoTerminal {
    const order = JSON.stringify(here.order);
    const words = [process.execPath, CHILD, here.stateFolder, String(server.port), order, "live"];
    return programAt({ cwd: here.root, env: process.env }, words);
  }

  test("a person sees it work and is asked", async () => {
    const script = [ask(["bash", { command: "node check.mjs || echo wrong > said", workdir: "." }]), say("I saw it.")];
    const [here, server] = [agentPlace(folder), await serve({ script })];
    const shown = liveAt(here, server);
    await shown.until(/y once/);
    // A key that comes at once was meant for something else.
    await after(1000);
    shown.type("y");
    await after(200);
    shown.type("\r");
    await shown.until(/done: I saw it\./);
    expect(await shown.ended).toBe(0);
    expect(readFileSync(join(here.order.worktree.path, "said"), "utf8")).toBe("wrong\n");
  });

  test("Ctrl-C stops the harness's way, and the terminal is given back", async () => {
    const here = agentPlace(folder);
    const server = await serve({ script: MENDING, faults: () => ({ kind: "stall", events: 1 }) });
    const shown = liveAt(here, server);
    await server.stalled(1);
    shown.type("\u0003");
    await shown.until(/interrupted: /);
    expect(await shown.ended).toBe(0);
    server.release();
  });
});

describe("how it ends", () => {
  test("a budget that is used up is no failure of the work", async () => {
    const [here, server] = [agentPlace(folder), await serve({ script: [ask(["read", { path: "sum.mjs" }])] })];
    expect(await agentAt(here, server.port, { budget: { steps: 2 } }).work(here.order)).toMatchObject({
      outcome: "exhausted",
      failureClasses: ["agent_budget_exceeded"],
      steps: 2,
    });
  });

  test("a provider that fails is a class that the retry policy knows (contract 3.3)", async () => {
    const [here, server] = [
      agentPlace(folder),
      await serve({ script: MENDING, faults: () => ({ kind: "status", status: 500 }) }),
    ];
    expect(await agentAt(here, server.port).work(here.order)).toMatchObject({
      outcome: "failed",
      failureClasses: ["executor_unavailable"],
    });
    const gone = await serve({ script: MENDING });
    await gone.close();
    expect(await agentAt(here, gone.port).work(here.order)).toMatchObject({
      outcome: "failed",
      failureClasses: ["network_timeout"],
    });
  });

  test("called off it is interrupted, and goes on later with what it had", async () => {
    const switching = new AbortController();
    const here = agentPlace(folder);
    const server = await serve({
      script: MENDING,
      faults: (_, count) => (count === 1 ? { kind: "stall", events: 2 } : undefined),
    });
    const working = agentAt(here, server.port).work({ ...here.order, signal: switching.signal });
    await server.stalled(1);
    switching.abort("the worker stops");
    const worked = await working;
    expect(worked).toMatchObject({ outcome: "interrupted", failureClasses: [] });
    server.release();
    const again = await agentAt(here, server.port).work({ ...here.order, ...resumed(worked) });
    expect(again).toMatchObject({ outcome: "done", sessionId: worked.sessionId, summary: "sum adds now." });
    expect(sum(here)).toBe(ADDS);
    const before = await agentAt(here, server.port).work({ ...here.order, signal: switching.signal });
    expect(before).toMatchObject({ outcome: "interrupted" });
  });

  test("what cannot begin is thrown as one sentence", async () => {
    const here = agentPlace(folder);
    const model = { ...agentWish(here.stateFolder, 9).model, ref: "cassette:/nowhere/{issue}.jsonl" };
    await expect(agentAt(here, 9, { model }).work(here.order)).rejects.toMatchObject({
      port: "model",
      code: "tape_unusable",
      message: expect.stringContaining("/nowhere/bd-7.jsonl") as string,
    });
  });
});

function resumed({ sessionId }: Worked): Pick<WorkOrder, "resume"> {
  return sessionId === undefined ? {} : { resume: sessionId };
}

describe("a session that is taken up", () => {
  test("after a worker was killed -9 goes on behind what was said; nothing runs on", async () => {
    const here = agentPlace(folder);
    const server = await serve({
      script: MENDING,
      faults: (_, count) => (count === 3 ? { kind: "stall", events: 1 } : undefined),
    });
    const child = spawn(process.execPath, [CHILD, here.stateFolder, String(server.port), JSON.stringify(here.order)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [said] = (await once(child.stdout, "data")) as [Buffer];
    const resume = said.toString().trim();
    await server.stalled(1);
    child.kill("SIGKILL");
    await once(child, "exit");
    server.release();
    const told: string[] = [];
    const worked = await agentAt(here, server.port).work({
      ...here.order,
      resume,
      onSession: async (sessionId) => void told.push(sessionId),
    });
    expect(worked).toMatchObject({ outcome: "done", sessionId: resume, summary: "sum adds now." });
    expect([told, sum(here)]).toEqual([[resume], ADDS]);
    expect(leftProcesses(here.root)).toEqual([]);
  });

  test("that has only a name is begun under it; one that had ended is told what came of it", async () => {
    const here = agentPlace(folder);
    const server = await serve({ script: (request) => say(`turn ${turnsSaid(request)}`) });
    const work = agentAt(here, server.port);
    const first = await work.work({ ...here.order, resume: "20260101-000000-abcdef" });
    expect(first).toMatchObject({ outcome: "done", sessionId: "20260101-000000-abcdef", summary: "turn 0" });
    const round = { ...here.order, ...resumed(first), round: 2 };
    expect(await work.work({ ...round, context: ["tests failed: exit 1"] })).toMatchObject({ summary: "turn 1" });
    expect(await work.work(round)).toMatchObject({ summary: "turn 2" });
    const said = server.requests.map(({ body }) => JSON.stringify(body["messages"]));
    expect(said[1]).toContain("- tests failed: exit 1");
    expect(said[2]).toContain("Look at the issue and at its checks once more");
  });
});

describe("a recorded model", () => {
  const tapes = join(folder, "tapes");

  /** Records the mending of one issue, and keeps the cassette under the name. */
  async function recorded(): Promise<void> {
    const [here, server] = [agentPlace(folder), await serve({ script: MENDING })];
    await agentAt(here, server.port, { record: true }).work(here.order);
    const tape = readdirSync(join(here.stateFolder, "cassettes")).find((name) => name.endsWith(".jsonl")) ?? "";
    mkdirSync(tapes, { recursive: true });
    copyFileSync(join(here.stateFolder, "cassettes", tape), join(tapes, "bd-7.jsonl"));
    await server.close();
  }

  const REF = `cassette:${tapes}/{issue}.jsonl`;

  function replayAt(here: AgentPlace): Work {
    return agentAt(here, 9, { model: { ...agentWish(here.stateFolder, 9).model, ref: REF } });
  }

  test("does the work in another repository, by real tools; a changed program shows in what tools say, not in an error", async () => {
    await recorded();
    const here = agentPlace(folder);
    expect(await replayAt(here).work(here.order)).toMatchObject({
      outcome: "done",
      summary: "sum adds now.",
      steps: 4,
    });
    expect(sum(here)).toBe(ADDS);
    const changed = "export const sum = (a, b) => a * b - 1;\n";
    const other = agentPlace(folder, { sum: changed });
    const texts: string[] = [];
    const show: WorkShow = { kind: "lines", write: (text) => void texts.push(text) };
    const model = { ...agentWish(other.stateFolder, 9).model, ref: REF };
    // The model says the same as before: it is the checks that tell.
    expect(await agentAt(other, 9, { model, show }).work(other.order)).toMatchObject({ outcome: "done", steps: 4 });
    expect(sum(other)).toBe(changed);
    expect(texts.join("")).toMatch(/\* edit sum\.mjs\n.* {2}edit: (?!ok)[^\n]*\n[^]* {2}bash: (?!ok)/);
  });

  test("goes on in a session that is taken up where the conversation is", async () => {
    await recorded();
    const here = agentPlace(folder);
    const switching = new AbortController();
    const show: WorkShow = {
      kind: "lines",
      // The first call has ended: the second reply is not asked for any more.
      write: (text) => void (text.includes("read: ok") && switching.abort("enough")),
    };
    const model = { ...agentWish(here.stateFolder, 9).model, ref: REF };
    const worked = await agentAt(here, 9, { model, show }).work({ ...here.order, signal: switching.signal });
    expect(worked).toMatchObject({ outcome: "interrupted", steps: 1 });
    expect(await replayAt(here).work({ ...here.order, ...resumed(worked) })).toMatchObject({
      outcome: "done",
      summary: "sum adds now.",
      steps: 3,
    });
    expect(sum(here)).toBe(ADDS);
  });
});
