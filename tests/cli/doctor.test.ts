import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { recordState } from "../sessions/recorded-state.ts";
import { ROOT } from "../support/root.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { expectRefused, tusk } from "./program.ts";
import { published } from "./published.ts";

const folder = temporaryFolder();

interface Row {
  readonly id: string;
  readonly state: string;
  readonly found: string;
  readonly mend?: string;
}

async function doctor(cwd: string, state: string, env: NodeJS.ProcessEnv = {}, args: readonly string[] = []) {
  const own = { ...process.env, TUSK_STATE_DIR: state, ...env };
  const ended = await tusk(["doctor", "--json", ...args], { cwd, env: own });
  const rows = published("doctor.output", ended.stdout)["rows"] as readonly Row[];
  return { ...ended, row: (id: string) => rows.find((row) => row.id === id) };
}

test("doctor looks at everything that commands rest on, and changes nothing in the workspace", async () => {
  const cwd = mkdtempSync(join(folder, "well-"));
  const state = mkdtempSync(join(folder, "state-"));
  const ended = await tusk(["doctor"], { cwd, env: { ...process.env, TUSK_STATE_DIR: state, TUSK_MODEL: "" } });
  expect(ended.stderr).toBe("");
  expect(ended.stdout.split("\n").flatMap((line) => /^(?:ok|warn|fail) +(\S+)/.exec(line)?.[1] ?? [])).toEqual([
    "node",
    "sandbox.bwrap",
    "sandbox.unshare",
    "git",
    "ripgrep",
    "state-folder",
    "children",
    "drafts",
    "held-names",
    "configuration",
    "model",
    "keys",
    "disk",
    "instructions",
    "journals",
  ]);
  expect(readdirSync(cwd)).toEqual([]);
  expect(readdirSync(state).filter((name) => name !== "children" && name !== "sandboxes")).toEqual([]);
});

test("a process that outlived a killed harness is found, with the command that ends it (issue 6, process care)", async () => {
  const cwd = mkdtempSync(join(folder, "left-"));
  const state = mkdtempSync(join(folder, "state-"));
  const owner = spawn(process.execPath, [join(ROOT, "tests/shell/leaving-child.ts")], {
    env: { TUSK_STATE_DIR: state },
  });
  const pid = await new Promise<number>((resolve) => {
    owner.stdout.once("data", (bytes: Buffer) => resolve(Number(bytes.toString())));
  });
  onTestFinished(() => void process.kill(pid, "SIGKILL"));
  owner.kill("SIGKILL");
  await new Promise((resolve) => owner.once("close", resolve));
  const { code, row } = await doctor(cwd, state);
  expect(code).toBe(1);
  expect(row("children")).toMatchObject({ state: "fail", mend: `end them: kill -9 ${pid}` });
});

test("drafts and placeholders of a killed harness are found, and the commands that doctor names clear them up", async () => {
  const cwd = mkdtempSync(join(folder, "left-"));
  const state = mkdtempSync(join(folder, "state-"));
  const env = { ...process.env, TUSK_STATE_DIR: state };
  const draft = ".tusk-00000000.1.1.1.x-1-0.draft";
  writeFileSync(join(cwd, draft), "");
  mkdirSync(join(cwd, "own"));
  const args = ["sandbox", "run", "--profile", "workspace-write", "--", "echo go; sleep 60"];
  const killed = spawn(join(ROOT, "bin/tusk"), args, { cwd, env });
  const isHeld = await new Promise<boolean>((resolve) => {
    killed.stdout.once("data", () => resolve(true));
    killed.once("close", () => resolve(false));
  });
  killed.kill("SIGKILL");
  if (isHeld) await new Promise((resolve) => killed.once("close", resolve));
  const before = await doctor(cwd, state);
  expect(before.row("drafts")).toMatchObject({ state: "warn", found: `of a killed session: ${draft}` });
  // Without a backend nothing was ever held.
  expect(before.row("held-names")?.state).toBe(isHeld ? "warn" : "ok");
  await tusk(["tool", "call", "ls", "--args", "{}"], { cwd, env });
  await tusk(["sandbox", "check"], { cwd, env });
  const now = await doctor(cwd, state);
  expect([now.row("drafts")?.state, now.row("held-names")?.state]).toEqual(["ok", "ok"]);
  expect(readdirSync(cwd)).toEqual(["own"]);
});

/** A repository of its own with these files, and a state folder. */
function repository(files: Readonly<Record<string, string>>): { readonly cwd: string; readonly state: string } {
  const cwd = mkdtempSync(join(folder, "repository-"));
  mkdirSync(join(cwd, ".git"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  return { cwd, state: mkdtempSync(join(folder, "state-")) };
}

test("the model's key, package and server are looked at; a key is never told, nor how long it is (R04)", async () => {
  const SECRET = "S3CR3T-0123456789";
  const { cwd, state } = repository({ "tusk.config.json": JSON.stringify({ model: "anthropic/claude" }) });
  const without = await doctor(cwd, state, { ANTHROPIC_API_KEY: "", TUSK_MODEL: "" });
  expect(without.code).toBe(1);
  expect(without.row("model")).toMatchObject({
    state: "fail",
    mend: "set it to the provider's key in the environment: export ANTHROPIC_API_KEY=...",
  });
  const withKey = await doctor(cwd, state, { ANTHROPIC_API_KEY: SECRET, TUSK_MODEL: "" });
  expect(withKey.row("model")).toMatchObject({ state: "ok", found: "anthropic/claude, ANTHROPIC_API_KEY is set" });
  expect(withKey.row("model.package")?.found).toMatch(/^@ai-sdk\/anthropic is /);
  expect(withKey.row("keys")?.found).toMatch(/^set: .*ANTHROPIC_API_KEY \(anthropic\)/);
  const short = await doctor(cwd, state, { ANTHROPIC_API_KEY: "S3CR3T", TUSK_MODEL: "" });
  expect(withKey.stdout).toBe(short.stdout.replace(/\d+ MB/, /\d+ MB/.exec(withKey.stdout)?.[0] ?? ""));
  expect(withKey.stdout + withKey.stderr).not.toContain("S3CR3T");
});

test("a server on this machine is knocked at, and no other", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const providers = {
    here: { kind: "openai-compatible", baseUrl: `http://127.0.0.1:${port}/v1` },
    gone: { kind: "openai-compatible", baseUrl: "http://127.0.0.1:1/v1" },
    far: { kind: "openai-compatible", baseUrl: "https://models.example.invalid/v1", keyVariable: "FAR_KEY" },
  };
  const { cwd, state } = repository({ "tusk.config.json": JSON.stringify({ providers }) });
  const served = async (name: string) => (await doctor(cwd, state, { TUSK_MODEL: `${name}/m` })).row("model.server");
  expect(await served("here")).toMatchObject({ state: "ok", found: `http://127.0.0.1:${port}/v1 takes connections` });
  expect(await served("gone")).toMatchObject({ state: "fail", found: "http://127.0.0.1:1/v1 does not answer" });
  expect(await served("far")).toMatchObject({
    state: "ok",
    found: "https://models.example.invalid/v1, which was not asked",
  });
});

test("a broken configuration is a row, and everything else is looked at all the same", async () => {
  const { cwd, state } = repository({ "tusk.config.json": '{"modle": "a/b"}' });
  const { code, row } = await doctor(cwd, state);
  expect(code).toBe(1);
  expect(row("configuration")).toMatchObject({
    state: "fail",
    found: `${cwd}/tusk.config.json: unknown key "modle"; the nearest known key is model`,
  });
  expect(row("journals")?.state).toBe("ok");
});

test("a configuration in code is run only where it is named", async () => {
  const { cwd, state } = repository({
    "tusk.config.mjs":
      'import { writeFileSync } from "node:fs"; writeFileSync("ran", ""); export default { model: "ollama/m" };',
  });
  const unnamed = await doctor(cwd, state, { TUSK_MODEL: "" });
  expect(unnamed.row("configuration")).toMatchObject({
    state: "warn",
    mend: `tusk doctor --config ${cwd}/tusk.config.mjs runs it`,
  });
  expect(readdirSync(cwd)).not.toContain("ran");
  const named = await doctor(cwd, state, { TUSK_MODEL: "" }, ["--config", "tusk.config.mjs"]);
  expect(named.row("configuration")?.state).toBe("ok");
  expect(named.row("model")?.found).toBe("ollama/m, which needs no key");
  expect(readdirSync(cwd)).toContain("ran");
});

test("programs of servers are looked for and not started; instructions are found with their digest", async () => {
  const mcp = { sh: { command: "sh" }, own: { command: "./serve" }, gone: { command: "no-such-program" } };
  const { cwd, state } = repository({ "tusk.config.json": JSON.stringify({ mcp }), "AGENTS.md": "make\n" });
  writeFileSync(join(cwd, "serve"), "#!/bin/sh\ntouch ran\n", { mode: 0o755 });
  const { row } = await doctor(cwd, state);
  expect([row("mcp.sh"), row("mcp.own"), row("mcp.gone")]).toMatchObject([
    { state: "ok", found: expect.stringMatching(/^\/.*sh, which was not started$/) },
    { state: "ok", found: `${cwd}/serve, which was not started` },
    { state: "fail", found: "no-such-program was not found" },
  ]);
  expect(row("instructions")?.found).toMatch(/^AGENTS\.md \(sha256:[0-9a-f]{12}\)$/);
  expect(readdirSync(cwd)).not.toContain("ran");
});

test("rules and guards that a configuration names are looked for, and no module is run", async () => {
  const config = (permissions: string, guards: readonly string[]) => JSON.stringify({ permissions, guards });
  const well = repository({
    "tusk.config.json": config("workspace-write", ["secrets", "./guard.mjs"]),
    "guard.mjs": 'import { writeFileSync } from "node:fs"; writeFileSync("ran", "");',
  });
  const there = await doctor(well.cwd, well.state);
  expect([there.row("permissions"), there.row("guards")]).toEqual([
    { id: "permissions", state: "ok", found: "the rules workspace-write" },
    { id: "guards", state: "ok", found: "secrets, ./guard.mjs; modules were not run" },
  ]);
  expect(readdirSync(well.cwd)).not.toContain("ran");
  const ill = repository({ "tusk.config.json": config("rules.json", ["./gone.mjs"]) });
  const missing = await doctor(ill.cwd, ill.state);
  expect([missing.row("permissions"), missing.row("guards")]).toMatchObject([
    { state: "fail", found: "there is no rule file rules.json" },
    { state: "fail", found: "there is no module ./gone.mjs" },
  ]);
});

test("journals: whole ones, one with a torn end, and a damaged one (M14)", async () => {
  const { cwd, state } = repository({});
  const home = await recordState(cwd, "whole");
  await recordState(cwd, "torn");
  expect((await doctor(cwd, state)).row("journals")).toEqual({ id: "journals", state: "ok", found: "2 sessions" });
  const torn = join(home, "sessions/torn.jsonl");
  truncateSync(torn, statSync(torn).size - 5);
  expect((await doctor(cwd, state)).row("journals")).toMatchObject({
    state: "warn",
    found: "2 sessions; with an unfinished row at their end: torn",
  });
  await recordState(cwd, "bad");
  const bad = join(home, "sessions/bad.jsonl");
  writeFileSync(bad, readFileSync(bad, "utf8").replace("How much", "How many"));
  const { code, row } = await doctor(cwd, state);
  expect(code).toBe(1);
  expect(row("journals")).toMatchObject({
    state: "fail",
    found: "3 sessions; damaged: bad; with an unfinished row at their end: torn",
    mend: expect.stringContaining("tusk verify") as string,
  });
  const other = repository({});
  const foreign = await recordState(other.cwd, "whole");
  writeFileSync(join(foreign, "sessions/odd.txt"), "");
  expect((await doctor(cwd, state, {}, ["--state", foreign])).row("journals")).toMatchObject({
    state: "fail",
    found: `1 sessions; files that are no session's: ${join(foreign, "sessions/odd.txt")}`,
  });
});

test("a workspace that is missing ends with 2", async () => {
  expectRefused(await tusk(["doctor", "--workspace", "gone"], { cwd: folder }), "error: the workspace gone is missing");
});
