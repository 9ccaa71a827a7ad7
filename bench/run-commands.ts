// Runs `true` so many times and prints the milliseconds that one took (the median): `start` as bare `sh -c`, `command` as the shell tool
// runs it, each plainly (`none`) or behind the walls of a backend.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChild } from "#platform";
import { openSandbox } from "#tools";
import { commandEnvironment, loginShell, shellWords } from "../src/tools/sandbox/command-environment.ts";
import { endLaunch, findBackends, type Launch } from "../src/tools/sandbox/find-backends.ts";
import { lastingHold } from "../src/tools/sandbox/lasting-hold.ts";
import { HOME, wallPlanner } from "../src/tools/sandbox/plan-walls.ts";
import { makePrivateFolder } from "../src/tools/sandbox/private-folder.ts";
import { openWorkspaceFolder } from "../src/tools/sandbox/workspace-folder.ts";
import { percentile } from "./measure.ts";

const LIMITS = { softMs: 10_000, hardMs: 1_000, maxBytes: 65_536, headBytes: 4_096, tailBytes: 4_096 };
const START = ["/bin/sh", "-c", "true"];
const COMMAND = shellWords(loginShell(), "true");

const [what, by, times] = process.argv.slice(2);
const root = mkdtempSync(join(tmpdir(), "tusk-bench-"));
try {
  console.log(percentile(await measured(), 0.5));
} finally {
  rmSync(root, { recursive: true, force: true });
}

function measured(): Promise<readonly number[]> {
  const words = what === "start" ? START : COMMAND;
  if (by !== "bwrap" && by !== "unshare") return timed(() => ended(words));
  return what === "start" ? behindWalls(by) : inSandbox(by);
}

async function timed(work: () => Promise<void>): Promise<readonly number[]> {
  const taken: number[] = [];
  // The first one loads what the others find loaded.
  for (let at = 0; at <= Number(times); at++) {
    const start = performance.now();
    await work();
    if (at > 0) taken.push(performance.now() - start);
  }
  return taken;
}

async function ended([program = "", ...argv]: readonly string[], table?: number): Promise<void> {
  // As a command has them: the report, the table of mounts, and standard error of its own.
  const extra = ["pipe" as const, table ?? ("ignore" as const), "pipe" as const];
  const env = commandEnvironment(HOME);
  const { closed, stdout, stderr, extra: pipes } = await startChild({ program, argv, cwd: root, env, extra });
  for (const pipe of [stdout, stderr, ...pipes]) pipe?.resume();
  const { code } = await closed;
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
}

/** Every wall of a command, around nothing but a bare shell. */
async function behindWalls(backend: "bwrap" | "unshare"): Promise<readonly number[]> {
  const [found] = await findBackends(backend);
  if (found === undefined) throw new Error(`${backend} is not installed`);
  const [workspace, folder] = [openWorkspaceFolder(root), makePrivateFolder()];
  const hold = lastingHold(workspace);
  const plan = wallPlanner({ root, rootIsOpen: true, network: "none", tmp: folder.tmp, secrets: [] });
  const launched = ({ program, argv, table }: Launch): Promise<void> => ended([program, ...argv], table);
  try {
    return await timed(() =>
      hold.during(async (held) => {
        const start = { plan: plan({ held, found: [] }), cwd: root, command: START, folder: folder.path };
        const launch = found.launch(start);
        await launched(launch).finally(() => endLaunch(launch));
      }),
    );
  } finally {
    hold.close();
    folder.remove();
    workspace.close();
  }
}

async function inSandbox(backend: "bwrap" | "unshare"): Promise<readonly number[]> {
  const sandbox = await openSandbox({ root, profile: "workspace-write", network: "none", backend });
  try {
    const { signal } = new AbortController();
    return await timed(async () => {
      const { exit } = await sandbox.run({ command: "true", workdir: ".", limits: LIMITS, signal });
      if (exit.kind !== "exited" || exit.code !== 0) throw new Error(`the command ended as ${JSON.stringify(exit)}`);
    });
  } finally {
    sandbox.close();
  }
}
