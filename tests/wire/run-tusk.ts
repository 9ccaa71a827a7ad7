import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../support/root.ts";
import { type Ended, runProcess } from "../support/run-process.ts";
import { baseUrl } from "./start-wire-server.ts";
import { WIRE_MODELS, type WireKind } from "./wire-models.ts";

const PROGRAM = join(ROOT, "bin/tusk");
/** No run gets what stands in the environment of whoever tests. */
const DROPPED = /_API_KEY$|_BASE_URL$|^TUSK_|^NO_COLOR$/;
/** What every run is given as its key; it may stand nowhere afterwards. */
export const WIRE_KEY = "wire-key-5f8e1b";

/** A command in a folder, against a provider. */
export interface TuskRun {
  readonly cwd: string;
  readonly kind: WireKind;
  readonly port: number;
  readonly args: readonly string[];
}

/** Runs `tusk run` to its end, with no terminal. */
export function runTusk(run: TuskRun): Promise<Ended> {
  return runProcess(PROGRAM, argumentsOf(run), { cwd: run.cwd, env: environment(run), timeout: 120_000 });
}

/** Starts `tusk run` and leaves it to the caller to end it. */
export function startTusk(run: TuskRun): ChildProcess {
  return spawn(PROGRAM, argumentsOf(run), {
    cwd: run.cwd,
    env: environment(run),
    stdio: ["ignore", "ignore", "ignore"],
  });
}

/** Any other command of the program, without a key. */
export function tuskIn(cwd: string, ...args: readonly string[]): Promise<Ended> {
  return runProcess(PROGRAM, args, { cwd, env: clean(cwd), timeout: 120_000 });
}

function argumentsOf({ kind, port, args }: TuskRun): readonly string[] {
  const { ref, format } = WIRE_MODELS[kind];
  return ["run", "--model", ref, "--base-url", baseUrl(port, format), ...args];
}

function environment({ cwd, kind }: TuskRun): NodeJS.ProcessEnv {
  return { ...clean(cwd), [WIRE_MODELS[kind].key]: WIRE_KEY };
}

function clean(home: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !DROPPED.test(name) || name === "TUSK_STATE_DIR");
  return { ...Object.fromEntries(kept), HOME: home };
}
