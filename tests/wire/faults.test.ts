import { writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { expectNoStackTrace } from "../cli/program.ts";
import { noWallsAtAll } from "../support/no-walls.ts";
import type { Ended } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { brokenRepository, type BrokenRepository } from "./broken-repository.ts";
import { runTusk, WIRE_KEY } from "./run-tusk.ts";
import { verifyResult } from "./state-results.ts";
import { whereIs } from "./where-is.ts";
import { startWireServer, type WireServer } from "./start-wire-server.ts";
import type { WireKind } from "./wire-models.ts";
import { lastResults, refusals } from "./wire-request.ts";
import { ask, say, type WireFault, type WireScript } from "./wire-turn.ts";

const missing = noWallsAtAll();
const named = missing === undefined ? "" : `: ${missing}`;
const folder = temporaryFolder();
const servers: WireServer[] = [];
afterAll(async () => void (await Promise.all(servers.map((server) => server.close()))));

interface Scene {
  readonly server: WireServer;
  readonly repository: BrokenRepository;
  /** Whether the provider fails as it was told to. */
  fails: boolean;
  /** Runs to the end; nothing that it says is the inside of the program, or a key. */
  readonly run: (...args: readonly string[]) => Promise<Ended>;
}

/** A repository and a provider that fails: with the same fault as long as it does, or with one for each request. */
async function scene(
  kind: WireKind,
  script: WireScript,
  fault?: WireFault | Readonly<Record<number, WireFault>>,
): Promise<Scene> {
  const made = { fails: true };
  const server = await startWireServer({
    script,
    faults: (_request, count) => {
      if (!made.fails || fault === undefined) return undefined;
      return "kind" in fault ? fault : fault[count];
    },
  });
  servers.push(server);
  const repository = brokenRepository(folder);
  const config = { retry: { attempts: 2, budgetMs: 3000 } };
  writeFileSync(repository.pathOf("tusk.config.json"), JSON.stringify(config));
  const run = async (...args: readonly string[]): Promise<Ended> => {
    const ended = await runTusk({ cwd: repository.folder, kind, port: server.port, args });
    expectNoStackTrace(ended);
    expect(`${ended.stdout}${ended.stderr}`).not.toContain(WIRE_KEY);
    expect(refusals(server.requests)).toEqual([]);
    return ended;
  };
  return Object.assign(made, { server, repository, run });
}

const TESTING = ask(["bash", { command: "npm test", workdir: "." }]);

describe.skipIf(missing !== undefined)(`faults over the wire${named}`, { timeout: 180_000 }, () => {
  test("a provider that asks for patience gets it, and the person hears of it (R13)", async () => {
    const busy = { 0: { kind: "status", status: 429, headers: { "retry-after": "1" } } } as const;
    const at = await scene("anthropic", [say("Here I am.")], busy);
    const ended = await at.run("hello");
    expect({ code: ended.code, stdout: ended.stdout.includes("Here I am.") }).toEqual({ code: 0, stdout: true });
    expect(ended.stderr).toMatch(/^retry: .*rate_limited.* 1\.0 s$/m);
    expect(at.server.requests).toHaveLength(2);
  });

  test("a provider that stays down ends the run, which is taken up once it is back; a key that it repeats is kept nowhere (R13)", async () => {
    const told = `no luck with Bearer ${WIRE_KEY}`;
    const at = await scene("openai", [say("Here I am.")], { kind: "status", status: 500, message: told });
    const down = await at.run("hello");
    expect(down.code).toBe(1);
    expect(down.stderr).toMatch(/^failed: ModelTransport: openai\/gpt-5: status 500/m);
    expect(at.server.requests.length).toBeLessThanOrEqual(8);
    expect(down.stderr).toMatch(/tusk run --resume/);
    expect(whereIs(WIRE_KEY, at.repository.folder)).toEqual([]);
    at.fails = false;
    const up = await at.run("--resume");
    expect({ code: up.code, stdout: up.stdout.includes("Here I am.") }, up.stderr).toEqual({ code: 0, stdout: true });
    expect(await verifyResult(at.repository.state)).toBe("accepted");
  });

  test("of a stream that is cut in a call nothing runs; taken up, it runs once (R11, R13)", async () => {
    const at = await scene("openai-compatible", [TESTING, say("Tested.")], { kind: "cut", events: 5 });
    const cut = await at.run("test it");
    expect({ code: cut.code, runs: at.repository.testRuns() }, cut.stderr).toEqual({ code: 1, runs: 0 });
    at.fails = false;
    const whole = await at.run("--resume");
    expect({ code: whole.code, runs: at.repository.testRuns() }, whole.stderr).toEqual({ code: 0, runs: 1 });
    expect(await verifyResult(at.repository.state)).toBe("accepted");
  });

  test("a model that goes round for ever is stopped (R05)", async () => {
    const at = await scene("openai-chat", [ask(["read", { path: "package.json" }])]);
    const ended = await at.run("--json", "--max-steps", "40", "go");
    expect(ended.code).toBe(1);
    const lines = ended.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect([...new Set(lines.map(({ schema }) => schema))]).toEqual(["tusk.run.v1"]);
    expect(lines.at(-1)).toMatchObject({ kind: "RunEnded", phase: "Failed" });
    expect(at.server.requests.length).toBeLessThanOrEqual(40);
    expect(await verifyResult(at.repository.state)).toBe("accepted");
  });

  test("a tool that there is not and arguments that are none are answered, and the model goes on (R10, R11)", async () => {
    const script = [ask(["fly", { to: "moon" }]), ask(["read", '{"path": "package.json']), say("I see.")];
    const at = await scene("openai-chat", script);
    const ended = await at.run("go");
    expect({ code: ended.code, stdout: ended.stdout.includes("I see.") }, ended.stderr).toEqual({
      code: 0,
      stdout: true,
    });
    const told = at.server.requests.flatMap(({ read }) => (read === undefined ? [] : lastResults(read)));
    expect(told.map(({ text }) => /is no known tool|no JSON object/.exec(text)?.[0])).toEqual([
      "is no known tool",
      "no JSON object",
    ]);
  });

  test("a run ends where its money ends, and where its steps do (R16)", async () => {
    const dear = { ...TESTING, usage: { input: 1_000_000, output: 100_000 } };
    const at = await scene("anthropic", [dear, dear, say("Never said.")]);
    const spent = await at.run("--max-cost", "0.50", "go");
    expect(spent.code).toBe(1);
    expect(spent.stderr).toMatch(/cost/i);
    expect(at.server.requests).toHaveLength(1);
    const walked = await scene("google", [TESTING, TESTING, TESTING, say("Never said.")]);
    const stopped = await walked.run("--max-steps", "2", "go");
    expect({ code: stopped.code, requests: walked.server.requests.length }).toEqual({ code: 1, requests: 2 });
    expect(stopped.stderr).toMatch(/step/i);
    expect(await verifyResult(walked.repository.state)).toBe("accepted");
  });
});
