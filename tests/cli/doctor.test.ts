import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
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

async function doctor(cwd: string, state: string) {
  const ended = await tusk(["doctor", "--json"], { cwd, env: { ...process.env, TUSK_STATE_DIR: state } });
  const rows = published("doctor.output", ended.stdout)["rows"] as readonly Row[];
  return { code: ended.code, row: (id: string) => rows.find((row) => row.id === id) };
}

test("doctor looks at everything that commands rest on, and changes nothing in the workspace", async () => {
  const cwd = mkdtempSync(join(folder, "well-"));
  const state = mkdtempSync(join(folder, "state-"));
  const ended = await tusk(["doctor"], { cwd, env: { ...process.env, TUSK_STATE_DIR: state } });
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

test("a workspace that is missing ends with 2", async () => {
  expectRefused(await tusk(["doctor", "--workspace", "gone"], { cwd: folder }), "error: the workspace gone is missing");
});
