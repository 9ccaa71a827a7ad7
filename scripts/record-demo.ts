// `node scripts/record-demo.ts`: records demo/cassettes anew, from real runs of the harness against a scripted provider on this machine.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { baseUrl, startWireServer } from "../tests/wire/start-wire-server.ts";
import { firstWords, turnsSaid, type WireRequest } from "../tests/wire/wire-request.ts";
import type { WireTurn } from "../tests/wire/wire-turn.ts";
import { STORIES } from "./demo/stories.ts";
import { trimCassette } from "./demo/trim-cassette.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const tusk = join(root, "bin/tusk");
/** What the recordings say of where they were made: the same on every machine. */
const PLACE = "/tmp/tusk-demo";
const FORMAT = "openai-chat";
const MODEL = "openai-compatible/scripted";

interface SampleIssue {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly needs: readonly string[];
}

function said(request: WireRequest): WireTurn {
  const issue = /^# (\S+):/.exec(firstWords(request))?.[1] ?? "";
  const turn = STORIES[issue]?.[turnsSaid(request)];
  if (turn === undefined) throw new Error(`no story for ${issue}, turn ${turnsSaid(request) + 1}`);
  return turn;
}

function prepare(): void {
  rmSync(PLACE, { recursive: true, force: true });
  mkdirSync(PLACE);
  cpSync(join(root, "demo/project"), PLACE, { recursive: true });
  const git = (...args: readonly string[]): Buffer =>
    execFileSync("git", ["-c", "user.name=demo", "-c", "user.email=demo@localhost", ...args], { cwd: PLACE });
  git("init", "-q", "-b", "main");
  const own = (...args: readonly string[]): Buffer => execFileSync(tusk, args, { cwd: PLACE });
  own("init");
  git("add", "-A");
  git("commit", "-qm", "tally");
  const issues = JSON.parse(readFileSync(join(root, "demo/issues.json"), "utf8")) as readonly SampleIssue[];
  for (const { id, title, description } of issues) own("issue", "add", title, "--id", id, "--description", description);
  for (const { id, needs } of issues) for (const need of needs) own("dep", "add", id, need);
}

async function record(issue: string, port: number): Promise<void> {
  const words = ["run", "--record", "--max-issues", "1", "--model", MODEL, "--base-url", baseUrl(port, FORMAT)];
  const env = { ...process.env, OPENAI_COMPATIBLE_API_KEY: "none" };
  const child = spawn(tusk, words, { cwd: PLACE, env, stdio: ["ignore", "inherit", "inherit"] });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`${issue} was not closed`);
}

/** Every session with the model leaves one cassette; the newest is this issue's. */
async function keep(issue: string): Promise<void> {
  const folder = join(PLACE, ".premath/cassettes");
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .toSorted()
    .at(-1);
  if (newest === undefined) throw new Error(`${issue} left no recording`);
  await trimCassette(join(folder, newest), join(root, "demo/cassettes", `${issue}.jsonl`), issue);
}

prepare();
mkdirSync(join(root, "demo/cassettes"), { recursive: true });
const server = await startWireServer({ script: said });
try {
  for (const issue of Object.keys(STORIES)) {
    await record(issue, server.port);
    await keep(issue);
  }
} finally {
  await server.close();
}
