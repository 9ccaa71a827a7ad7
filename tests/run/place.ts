import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "vitest";
import { ROOT } from "../support/root.ts";
import { type Ended, runProcess } from "../support/run-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { baseUrl, startWireServer, type WireServer, type WireServerOptions } from "../wire/start-wire-server.ts";

/** The program as a person starts it. */
export const TUSK: string = join(ROOT, "bin/tusk");
/** The model that the scripted provider stands for; nobody knows its price. */
export const MODEL = "openai-compatible/scripted";
export const KEY = "run-key-77c1d0";
const DROPPED = /_API_KEY$|_BASE_URL$|^TUSK_|^NO_COLOR$|^COLUMNS$|^LINES$/;

/** A repository of its own and a provider that says what its script holds. */
export interface Place {
  readonly cwd: string;
  readonly server: WireServer;
  readonly env: NodeJS.ProcessEnv;
  /** The words that start a run here, whatever else is said. */
  readonly words: (...args: readonly string[]) => readonly string[];
  /** Runs the program with pipes on all streams; not only `run`. */
  readonly tusk: (args: readonly string[], input?: string) => Promise<Ended>;
  readonly run: (...args: readonly string[]) => Promise<Ended>;
  /** The sessions that there are. */
  readonly sessions: () => readonly string[];
}

/** Makes places, all of which are gone when the file's tests are done. Call it at the top of the file. */
export function places(): (options: WireServerOptions, files?: Readonly<Record<string, string>>) => Promise<Place> {
  const folder = temporaryFolder();
  const servers: WireServer[] = [];
  afterAll(async () => void (await Promise.all(servers.map((server) => server.close()))));
  return async (options, files = {}) => {
    const server = await startWireServer(options);
    servers.push(server);
    const cwd = mkdtempSync(join(folder, "run-"));
    execFileSync("git", ["init", "-q"], { cwd });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
    return placeOf(cwd, server);
  };
}

function placeOf(cwd: string, server: WireServer): Place {
  const kept = Object.entries(process.env).filter(([name]) => !DROPPED.test(name) || name === "TUSK_STATE_DIR");
  const env = { ...Object.fromEntries(kept), HOME: cwd, OPENAI_COMPATIBLE_API_KEY: KEY, OPENAI_API_KEY: KEY };
  const words = (...args: readonly string[]): readonly string[] => [
    "run",
    ...(args.includes("--model") ? [] : ["--model", MODEL]),
    "--base-url",
    baseUrl(server.port, "openai-chat"),
    ...args,
  ];
  const tusk = (args: readonly string[], input?: string): Promise<Ended> =>
    runProcess(TUSK, args, { cwd, env, timeout: 50_000, ...(input === undefined ? {} : { input }) });
  return {
    cwd,
    server,
    env,
    words,
    tusk,
    run: (...args) => tusk(words(...args)),
    sessions: () =>
      readdirSync(join(cwd, ".premath/sessions"))
        .filter((name) => name.endsWith(".jsonl"))
        .map((name) => name.slice(0, -".jsonl".length)),
  };
}

/** A command line that a shell reads as these words. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}
