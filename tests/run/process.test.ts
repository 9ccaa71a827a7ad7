import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { compileSchema, type Json, publishedSchema, readJsonText } from "#kernel";
import { utf8 } from "#platform";
import { noWallsAtAll } from "../support/no-walls.ts";
import { runProcess } from "../support/run-process.ts";
import { turnsSaid } from "../wire/wire-request.ts";
import { ask, say } from "../wire/wire-turn.ts";
import { KEY, MODEL, type Place, places, shellLine, TUSK } from "./place.ts";

const missing = noWallsAtAll();
const place = places();
const fits = compileSchema(publishedSchema("tusk.run.v1") ?? false);

beforeEach(({ skip }) => skip(missing !== undefined, missing));

/** What each line of an output says, read as strictly as evidence is. */
function linesOf(stdout: string): readonly { readonly [key: string]: Json }[] {
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => {
      const reading = readJsonText(line, utf8);
      if (!reading.ok) throw new Error(`no JSON: ${line}`);
      expect(fits(reading.value), line).toEqual([]);
      return reading.value as { readonly [key: string]: Json };
    });
}

/** A run that the caller ends. */
function started(here: Place, args: readonly string[]): ChildProcess {
  const child = spawn(TUSK, here.words(...args), { cwd: here.cwd, env: here.env, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

describe("tusk run without a terminal", () => {
  test("text goes to standard output, the rest to standard error, without an escape; nobody is waited for (T08)", async () => {
    const here = await place(
      {
        script: [
          ask(["bash", { command: "rm a.txt", workdir: "." }]),
          ask(["edit", { path: "a.txt", old_string: "one", new_string: "two" }]),
          say("It says two.\nNothing was removed."),
        ],
      },
      { "a.txt": "one\n" },
    );
    const { code, stdout, stderr } = await here.run("change it");
    expect([code, stdout]).toEqual([0, "It says two.\nNothing was removed.\n"]);
    expect(stderr).not.toContain("\u001B");
    expect(stderr).toMatch(
      /^note: made the state folder \.premath\nsession \d{8}-\d{6}-[0-9a-f]{6}, openai-compatible/,
    );
    expect(stderr).toMatch(
      /^denied: nobody can be asked here: bash rm a\.txt \(rule otherwise\); a rule file allows it/m,
    );
    expect(stderr).toMatch(/^\* edit a\.txt\n {2}edit: ok \(.* s\)$/m);
    expect(stderr).toMatch(/^completed\n {2}3 steps \(47 left\), .*\n {2}changed: a\.txt\n/m);
    expect(readFileSync(join(here.cwd, "a.txt"), "utf8")).toBe("two\n");
    expect(readFileSync(join(here.cwd, ".premath/.gitignore"), "utf8")).toContain("cache/");
    const verified = await here.tusk(["verify"]);
    expect(verified.code).toBe(0);
  });

  test("--json is one event a line that the published schema takes, and holds no key (H07)", async () => {
    const here = await place(
      {
        script: [
          ask(["bash", { command: "echo hello; echo oops >&2", workdir: "." }], ["read", { path: "nowhere.txt" }]),
          ask(["bash", { command: "rm -r /nowhere", workdir: "." }]),
          say("Done."),
        ],
        faults: { 0: { kind: "status", status: 429, headers: { "retry-after": "0" } } },
      },
      { "AGENTS.md": "Be brief.\n" },
    );
    const { code, stdout, stderr } = await here.run("say hello", "--json", "--record");
    const lines = linesOf(stdout);
    expect([code, stderr]).toEqual([0, ""]);
    const kinds = lines.map(({ kind }) => kind);
    expect([kinds.indexOf("RunStarted") >= 0, kinds.at(-1)]).toEqual([true, "RunEnded"]);
    for (const kind of ["StepStarted", "ModelResponded", "ToolDispatched", "ToolOutput", "ToolCompleted", "TextDelta"])
      expect(kinds).toContain(kind);
    for (const kind of ["ApprovalAsked", "ApprovalAnswered", "StepRefused", "StepClosed", "BudgetSpent", "Completed"])
      expect(kinds).toContain(kind);
    expect(lines.filter(({ kind }) => kind === "Notice").map(({ about }) => about)).toEqual([
      "note",
      "retry",
      "denied",
    ]);
    const begun = lines.find(({ kind }) => kind === "RunStarted");
    const [session = ""] = here.sessions();
    expect(begun).toMatchObject({
      sessionId: session,
      model: MODEL,
      workspace: realpathSync(here.cwd),
      profile: "workspace-write",
      network: "none",
      rules: "workspace-write",
      budget: { steps: 50 },
      instructions: ["AGENTS.md"],
      cassette: `.premath/cassettes/${session}.jsonl`,
    });
    expect(lines.at(-1)).toMatchObject({
      sessionId: session,
      phase: "Completed",
      steps: 3,
      output: "Done.",
      changed: [],
    });
    expect(stdout).not.toContain(KEY);
    const replayed = await here.tusk(["replay", session]);
    expect(replayed.code, replayed.stdout + replayed.stderr).toBe(0);
  });

  test("the task comes from standard input where that is piped, or named -", async () => {
    const here = await place({ script: (request) => say(`heard ${JSON.stringify(request).includes("from a pipe")}`) });
    const [piped, named] = [
      await here.tusk(here.words(), "a task from a pipe\n"),
      await here.tusk(here.words("-"), "a task from a pipe\n"),
    ];
    expect([piped.stdout, named.stdout]).toEqual(["heard true\n", "heard true\n"]);
  });

  test.each([
    [[], "", /^error: the task on standard input is blank; give one, or say that issues are meant \(--max-issues\)\n$/],
    [["  "], "", /^error: the task is blank\n$/],
    [["make", "it", "work"], "", /^error: the task is one word of the command line: quote it/],
    [["x", "--max-cost", "2,50"], "", /^error: .*max-cost.* an amount of dollars/],
    [["x", "--max-cost", "1"], "", /^error: nobody knows what openai-compatible\/scripted costs.*key prices/],
    [["x", "--model", "nobody/x"], "", /^error: .*nobody/],
    [["x", "--workspace", "nowhere"], "", /^error: the workspace nowhere is missing\n$/],
    [["--resume"], "", /^error: there is no state folder \.premath\n$/],
  ] as const)("what cannot be used is one sentence: %j", async (args, input, sentence) => {
    const here = await place({ script: [say("never")] });
    const ended = await here.tusk(here.words(...args), input);
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: args[0] === "--resume" ? 1 : 2, stdout: "" });
    expect(ended.stderr).toMatch(sentence);
    expect([ended.stderr.trimEnd().split("\n").length, here.server.requests.length]).toEqual([1, 0]);
  });

  test("without a model it says which ways there are to name one", async () => {
    const here = await place({ script: [say("never")] });
    const ended = await here.tusk(["run", "x"]);
    expect([ended.code, ended.stdout]).toEqual([2, ""]);
    expect(ended.stderr).toMatch(/^error: no model is named; give --model provider\/model, TUSK_MODEL, or/);
  });

  test("a refusal of the model is told in words, and nothing of the reply runs", async () => {
    const call = { kind: "call", tool: "write", args: { path: "a.txt", content: "x" } } as const;
    const here = await place({ script: [{ blocks: [{ kind: "text", text: "No." }, call], stop: "refusal" }] });
    const ended = await here.run("do harm");
    expect([ended.code, ended.stdout, existsSync(join(here.cwd, "a.txt"))]).toEqual([1, "No.\n", false]);
    expect(ended.stderr).toMatch(/^the model refused to go on; nothing of this reply was run$|^the provider's filter/m);
    expect(ended.stderr).toMatch(/^failed: InvalidModelAction: /m);
  });

  test("works at the root of the repository, wherever it is started", async () => {
    const here = await place({ script: [ask(["ls", { path: "." }]), say("Seen.")] }, { "a.txt": "one\n" });
    mkdirSync(join(here.cwd, "deep/er"), { recursive: true });
    const ended = await runProcess(TUSK, here.words("look", "--json"), {
      cwd: join(here.cwd, "deep/er"),
      env: here.env,
      timeout: 50_000,
    });
    expect(linesOf(ended.stdout).find(({ kind }) => kind === "RunStarted")).toMatchObject({
      workspace: realpathSync(here.cwd),
    });
    expect(existsSync(join(here.cwd, ".premath/sessions"))).toBe(true);
  });
});

describe("tusk run that is stopped", () => {
  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "%s once ends it in good order, and --resume goes on (R11)",
    async (signal) => {
      const here = await place({ script: [say("Whole.")], faults: { 0: { kind: "stall", events: 1 } } });
      const child = started(here, ["hang", "--json"]);
      let stdout = "";
      child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
      await here.server.stalled(1);
      child.kill(signal);
      const [code] = (await once(child, "close")) as [number | null];
      expect([code, linesOf(stdout).at(-1)?.["phase"]]).toEqual([1, "Interrupted"]);
      const resumed = await here.run("--resume");
      expect([resumed.code, resumed.stdout]).toEqual([0, "Whole.\n"]);
      expect(here.sessions()).toHaveLength(1);
    },
  );

  test("a reader that goes away interrupts it (EPIPE), and the session can be taken up", async () => {
    const here = await place({
      script: [ask(["ls", { path: "." }]), say("one two three four five six seven")],
      faults: () => ({ kind: "pace", ms: 30 }),
    });
    const line = `${shellLine([TUSK, ...here.words("count", "--json")])} | head -n 4`;
    const ended = await runProcess("/bin/sh", ["-c", line], { cwd: here.cwd, env: here.env, timeout: 50_000 });
    expect(linesOf(ended.stdout)).toHaveLength(4);
    expect(ended.stderr).not.toMatch(/EPIPE|^\s+at /m);
    const [session = ""] = here.sessions();
    const rows = readFileSync(join(here.cwd, `.premath/sessions/${session}.jsonl`), "utf8");
    expect(rows).toMatch(/"session\.ended".*"Interrupted"|"phase":"Interrupted"/);
    expect((await here.tusk(["verify"])).code).toBe(0);
  });

  test("a session that another process runs is refused with one sentence", async () => {
    const here = await place({ script: [say("Whole.")], faults: { 0: { kind: "stall", events: 1 } } });
    const child = started(here, ["hang"]);
    await here.server.stalled(1);
    const refused = await here.run("--resume");
    expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^error: session \S+ cannot be taken up: .*\n$/);
    here.server.release();
    expect(await once(child, "close")).toEqual([0, null]);
  });
});

describe("tusk run --resume", () => {
  test("takes the newest session, or the one that is named, and says what is said to it", async () => {
    const here = await place({ script: (request) => say(`turn ${turnsSaid(request)}`) });
    expect((await here.run("first")).stdout).toBe("turn 0\n");
    const [first = ""] = here.sessions();
    const completed = await here.run("--resume");
    const next = `error: session ${first} is completed; say what comes next: tusk run --resume ${first} "..."\n`;
    expect([completed.code, completed.stderr]).toEqual([1, next]);
    const said = await here.run("--resume", "go on");
    const named = await here.run("--resume", first.slice(0, -2), "and on");
    const lost = await here.run("--resume", "20010101-000000");
    expect([said.stdout, named.stdout, here.sessions().length]).toEqual(["turn 1\n", "turn 2\n", 1]);
    expect([lost.code, lost.stderr]).toEqual([1, `error: there is no session 20010101-000000; there are: ${first}\n`]);
  });

  test("the command that is printed goes on with the session's own model, and counts the steps of each run (DESIGN 24)", async () => {
    const here = await place({ script: (request) => say(`turn ${turnsSaid(request)}`) });
    const first = await here.run("first");
    const printed = /go on: {3}tusk (run --resume \S+) "\.\.\." (--base-url \S+)\n/.exec(first.stderr);
    const words = [printed?.[1], "second", printed?.[2]].join(" ").split(" ");
    const second = await here.tusk(words);
    expect([second.code, second.stdout], second.stderr).toEqual([0, "turn 1\n"]);
    expect(second.stderr).toContain(`, ${MODEL}\n`);
    expect(second.stderr).toMatch(/^ {2}2 steps in all, 1 in this run \(49 left\), /m);
  });

  test("with --json what cannot begin is a line, too; a model without a price has no cost", async () => {
    const here = await place({ script: [say("Done.")] });
    const ended = linesOf((await here.run("do it", "--json")).stdout).at(-1);
    expect(ended).toMatchObject({ kind: "RunEnded", usage: { inputTokens: expect.any(Number) } });
    expect(ended?.["usage"]).not.toHaveProperty("costMicros");
    const [session = ""] = here.sessions();
    const [completed, blank] = [await here.run("--resume", "--json"), await here.run(" ", "--json")];
    const next = `error: session ${session} is completed; say what comes next: tusk run --resume ${session} "..."`;
    expect([completed.code, linesOf(completed.stdout)]).toEqual([
      1,
      [{ schema: "tusk.run.v1", kind: "RunRefused", exit: 1, message: next, hint: expect.any(String) }],
    ]);
    expect([blank.code, linesOf(blank.stdout)]).toEqual([
      2,
      [{ schema: "tusk.run.v1", kind: "RunRefused", exit: 2, message: "error: the task is blank" }],
    ]);
  });

  test("a budget that is used up is granted anew, and --max-steps says how much", async () => {
    const here = await place({ script: [ask(["ls", { path: "." }]), ask(["ls", { path: "./" }]), say("Enough.")] });
    const poor = await here.run("look", "--max-steps", "2");
    expect(poor.code).toBe(1);
    expect(poor.stderr).toMatch(/^failed: BudgetExceeded: /m);
    expect(poor.stderr).toMatch(/^ {2}go on: {3}tusk run --resume /m);
    const rich = await here.run("--resume", "--max-steps", "1");
    expect([rich.code, rich.stdout]).toEqual([0, "Enough.\n"]);
  });
});

describe("tusk run with a configuration", () => {
  test("rules, tools, prices and instructions come from tusk.config.json", async () => {
    const rules = {
      schema: 1,
      kind: "tusk.permissions.v1",
      id: "own",
      rules: [{ id: "all.read", effect: "allow", why: "reads", tools: ["ls", "read"] }],
    };
    const config = {
      schema: 1,
      model: MODEL,
      permissions: "rules.json",
      tools: { allow: ["ls", "read", "bash"], deny: ["bash"] },
      prices: { [MODEL]: { input: "1000.00", output: "1000.00" } },
      run: { maxCost: "0.05" },
      instructions: { files: ["HINTS.md"] },
    };
    const here = await place(
      { script: [ask(["ls", { path: "." }]), say("never reached")] },
      { "rules.json": JSON.stringify(rules), "tusk.config.json": JSON.stringify(config), "HINTS.md": "Look twice.\n" },
    );
    await here.tusk(["config", "trust", "--yes"]);
    // To name a configuration is to trust it.
    const { code, stdout } = await here.run("look", "--json", "--config", "tusk.config.json");
    const lines = linesOf(stdout);
    expect(lines.find(({ kind }) => kind === "RunStarted")).toMatchObject({
      rules: "own",
      tools: ["read", "ls"],
      instructions: ["HINTS.md"],
      budget: { steps: 50, costMicros: 50_000 },
    });
    // One turn costs more than there is: the budget is what ends it.
    expect([code, lines.at(-1)]).toMatchObject([1, { phase: "Failed", error: { category: "BudgetExceeded" } }]);
    expect(JSON.stringify(here.server.requests[0]?.body)).toContain("Look twice.");
  });

  test("commands know that an agent runs them, and get no key of ours (DESIGN 3)", async () => {
    const all = { id: "all", effect: "allow", why: "a test", tools: ["bash"], any_command: true };
    const rules = { schema: 1, kind: "tusk.permissions.v1", id: "own", otherwise: "ask", rules: [all] };
    const command = "env";
    const here = await place(
      { script: [ask(["bash", { command, workdir: "." }]), say("Done.")] },
      {
        "rules.json": JSON.stringify(rules),
        "tusk.config.json": JSON.stringify({ schema: 1, permissions: "rules.json" }),
      },
    );
    const ended = await here.run("look", "--config", "tusk.config.json");
    expect([ended.code, ended.stdout], ended.stderr).toEqual([0, "Done.\n"]);
    const told = JSON.stringify(here.server.requests[1]?.body);
    expect([told.includes("TUSK_AGENT_RUN=1"), told.includes("API_KEY"), told.includes(KEY)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("rules that do not hold, tools that nobody has and servers that are not there are told before anything runs", async () => {
    const here = await place({ script: [say("Still here.")] });
    const told = async (config: object) => {
      writeFileSync(join(here.cwd, "tusk.config.json"), JSON.stringify({ schema: 1, ...config }));
      await here.tusk(["config", "trust", "--yes"]);
      return here.run("x", "--config", "tusk.config.json");
    };
    writeFileSync(join(here.cwd, "bad.json"), "{}");
    const [rules, tools] = [await told({ permissions: "bad.json" }), await told({ tools: { deny: ["teleport"] } })];
    expect([rules.code, tools.code, here.server.requests.length]).toEqual([2, 2, 0]);
    expect(tools.stderr).toMatch(/^error: there is no tool teleport; there are: read, /m);
    const server = await told({ mcp: { gone: { command: "/nowhere/server" } } });
    expect([server.code, server.stdout]).toEqual([0, "Still here.\n"]);
    expect(server.stderr).toMatch(/^mcp: gone is (?:failed|down): /m);
  });
});
