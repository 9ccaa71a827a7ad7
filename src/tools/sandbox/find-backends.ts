import { closeSync, existsSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Digest } from "#kernel";
import type { SandboxBackend } from "#ports";
import { bwrapArgv } from "./bwrap-argv.ts";
import { inheritedDescriptors } from "./inherited-descriptors.ts";
import { makeInit } from "./init-script.ts";
import { mountTable } from "./mount-table.ts";
import { programDigest, programVersion, trustedProgram } from "./trusted-program.ts";
import { unshareArgv } from "./unshare-argv.ts";
import type { WallPlan } from "./wall.ts";

/** One command as it is started behind walls. */
export interface WalledStart {
  readonly plan: WallPlan;
  readonly cwd: string;
  /** The words of the command itself. */
  readonly command: readonly string[];
  /** A folder of ours for what the backend has to be told. */
  readonly folder: string;
}

/** The process to start: descriptor 3 is the report, `table` becomes descriptor 4, and 5 is the command's standard error. */
export interface Launch {
  readonly program: string;
  readonly argv: readonly string[];
  /** A descriptor to be given away and closed; undefined when none is needed. */
  readonly table: number | undefined;
}

/** Programs of this machine that can put up walls. */
export interface Backend {
  readonly row: SandboxBackend & { readonly digest: Digest };
  launch(start: WalledStart): Launch;
}

/** Frees what a launch has opened. */
export function endLaunch({ table }: Launch): void {
  if (table !== undefined) closeSync(table);
}

/** The backends that are installed here, the preferred one first. Whether they hold is for the self-test to say. */
export async function findBackends(only?: "bwrap" | "unshare"): Promise<readonly Backend[]> {
  const wanted = [...(only === "unshare" ? [] : [bwrap()]), ...(only === "bwrap" ? [] : [unshare()])];
  return (await Promise.all(wanted)).filter((backend) => backend !== undefined);
}

async function bwrap(): Promise<Backend | undefined> {
  const [program, setpriv] = ["bwrap", "setpriv"].map(trustedProgram);
  if (program === undefined || setpriv === undefined) return undefined;
  const init = makeInit(inheritedDescriptors());
  return {
    row: { name: "bwrap", version: await programVersion(program), digest: programDigest(program) },
    launch: ({ plan, cwd, command }) => ({
      program,
      argv: bwrapArgv(plan, { init, setpriv, cwd, command }),
      table: undefined,
    }),
  };
}

async function unshare(): Promise<Backend | undefined> {
  const [tool, setpriv, mount] = ["unshare", "setpriv", "mount"].map(trustedProgram);
  if (tool === undefined || setpriv === undefined || mount === undefined) return undefined;
  const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const init = makeInit(inheritedDescriptors());
  return {
    row: { name: "unshare", version: await programVersion(tool), digest: programDigest(tool) },
    launch: ({ plan, cwd, command, folder }) => ({
      program: setpriv,
      argv: unshareArgv(plan, { programs: { unshare: tool, setpriv, mount }, user, init, cwd, command }),
      table: openText(join(folder, `table-${++tables}`), mountTable(plan, existsSync)),
    }),
  };
}

let tables = 0;

/** A text behind a descriptor that has no name any more. */
function openText(path: string, text: string): number {
  // New, or not at all: nothing that stands there is written to.
  const descriptor = openSync(path, "wx+", 0o600);
  rmSync(path);
  writeFileSync(descriptor, text);
  return descriptor;
}
