import { CONFIG_KEYS } from "#kernel";
import type { Arguments, Failed, HostPorts, Outcome } from "../action.ts";
import { failed, MACHINE_HINT } from "../failed.ts";
import { planMergeDriver, setMergeDriver } from "../init-merge-driver.ts";
import { COMMON_RUNNERS, STATE_FILES } from "../init-files.ts";
import { below } from "../path-text.ts";

const NO_SOURCE = {
  ok: false,
  reason: "the source path is neither a regular file nor a symlink to a regular file",
} as const;
const ELSEWHERE = "move it away, or name another folder";

/** What `init` found and made. */
export interface InitData {
  readonly action: "init";
  readonly repoRoot: string;
  readonly premathDir: string;
  readonly issuesPath: string;
  readonly migratedFromLegacy: string | null;
  readonly created: { readonly repoRoot: boolean; readonly premathDir: boolean; readonly issuesFile: boolean };
  /** Where git was told to merge field by field; only when that was asked for. */
  readonly mergeDriver?: string;
}

/**
 * Makes the state folder of a repository, an empty issue file or a copy of the legacy one, and a configuration; what is there stays (contract
 * memory 2). With `--merge-driver` it also sets that up, and where it cannot nothing is made.
 */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<InitData>> {
  const repoRoot = args.operands[0] ?? ".";
  if (!args.switches.has("merge-driver")) return makeMemory(repoRoot, ports);
  const plan = await planMergeDriver(repoRoot, ports);
  if (!plan.ok) return plan;
  const made = makeMemory(repoRoot, ports);
  if (!made.ok) return made;
  const failure = await setMergeDriver(plan.data, repoRoot, ports);
  return failure ?? { ok: true, data: { ...made.data, mergeDriver: plan.data.attributesPath } };
}

function makeMemory(repoRoot: string, ports: HostPorts): Outcome<InitData> {
  const root = makeFolder(repoRoot, ["init path", "init path"], ports);
  if (!root.ok) return root;
  const premathDir = below(repoRoot, ".premath");
  const state = makeFolder(premathDir, ["premath directory", "premath path"], ports);
  if (!state.ok) return state;
  const issuesPath = below(premathDir, "issues.jsonl");
  const file = makeIssuesFile(issuesPath, below(repoRoot, ".beads/issues.jsonl"), ports);
  if (!file.ok) return file;
  const failure = writeMissing(filesFor(repoRoot, premathDir, ports), ports);
  if (failure !== undefined) return failure;
  const created = { repoRoot: root.data, premathDir: state.data, issuesFile: file.data.created };
  const { migratedFromLegacy } = file.data;
  return { ok: true, data: { action: "init", repoRoot, premathDir, issuesPath, migratedFromLegacy, created } };
}

/** Whether the folder had to be made; `names` are what the contract calls it when it cannot be made, and when it is none. */
function makeFolder(path: string, [toMake, toBe]: readonly [string, string], ports: HostPorts): Outcome<boolean> {
  const kind = ports.kindOf(path);
  if (kind === "folder") return { ok: true, data: false };
  // The reference makes a folder without a name, and then finds none.
  if (kind !== "missing" || path === "") return failed(`${toBe} is not a directory: ${path}`, ELSEWHERE);
  const made = ports.makeFolder(path);
  return made.ok
    ? { ok: true, data: true }
    : failed(`failed to create ${toMake} ${path}: ${made.reason}`, MACHINE_HINT);
}

interface MadeFile {
  readonly created: boolean;
  readonly migratedFromLegacy: string | null;
}

function makeIssuesFile(path: string, legacy: string, ports: HostPorts): Outcome<MadeFile> {
  const kind = ports.kindOf(path);
  if (kind === "file") return { ok: true, data: { created: false, migratedFromLegacy: null } };
  if (kind !== "missing") return failed(`issues path exists but is not a file: ${path}`, ELSEWHERE);
  if (ports.kindOf(legacy) === "missing") {
    const written = ports.writeFile(path, "");
    if (!written.ok) return failed(`failed to initialize ${path}: ${written.reason}`, MACHINE_HINT);
    return { ok: true, data: { created: true, migratedFromLegacy: null } };
  }
  const input = ports.kindOf(legacy) === "file" ? ports.readInput(legacy) : NO_SOURCE;
  const copied = input.ok ? ports.writeFile(path, input.bytes) : input;
  if (!copied.ok) return failed(`failed to migrate legacy store ${legacy} -> ${path}: ${copied.reason}`, MACHINE_HINT);
  return { ok: true, data: { created: true, migratedFromLegacy: legacy } };
}

/** What stands beside the issue file: rules for git, and a configuration unless the folder has one. */
function filesFor(repoRoot: string, premathDir: string, ports: HostPorts): ReadonlyMap<string, string> {
  const files = new Map(Object.entries(STATE_FILES).map(([name, text]) => [below(premathDir, name), text]));
  if (ports.hasConfig(repoRoot)) return files;
  return files.set(below(repoRoot, "tusk.config.json"), configText());
}

/** A configuration that knows the verification commands of more than the contract's ecosystems. */
function configText(): string {
  const runners = [...CONFIG_KEYS["check.runners"].fallback, ...COMMON_RUNNERS];
  return `${JSON.stringify({ schema: 1, check: { runners } }, null, 2)}\n`;
}

function writeMissing(files: ReadonlyMap<string, string>, ports: HostPorts): Failed | undefined {
  for (const [path, text] of files) {
    if (ports.kindOf(path) !== "missing") continue;
    const written = ports.writeFile(path, text);
    if (!written.ok) return failed(`failed to write ${path}: ${written.reason}`, MACHINE_HINT);
  }
  return undefined;
}
