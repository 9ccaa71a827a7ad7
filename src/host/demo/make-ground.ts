import { isJsonObject, problemText, readJson } from "#kernel";
import type { DemoIssue } from "#ports";
import type { Failed, HostPorts, Outcome } from "../action.ts";
import { run as addDependency } from "../actions/dep-add.ts";
import { run as init } from "../actions/init.ts";
import { run as addIssue } from "../actions/issue-add.ts";
import { failed, MACHINE_HINT } from "../failed.ts";
import { below, folderOf } from "../path-text.ts";
import { argumentsOf } from "./arguments-of.ts";

const PROJECT = "demo/project";
const ISSUES = "demo/issues.json";
/** Whose the commits of the demonstration are, whatever git knows of this person. */
const IDENTITY = { "user.name": "tusk demo", "user.email": "demo@localhost" };

/** Makes the repository of the demonstration in an empty folder: a small program, one commit, and its issues. */
export async function makeGround(
  folder: string,
  nodeFolder: string,
  ports: HostPorts,
): Promise<Outcome<readonly DemoIssue[]>> {
  const issues = readIssues(ports);
  if (!issues.ok) return issues;
  const problem = (await makeProject(folder, nodeFolder, ports)) ?? (await addIssues(folder, issues.data, ports));
  return problem ?? issues;
}

async function makeProject(folder: string, nodeFolder: string, ports: HostPorts): Promise<Failed | undefined> {
  const files = ports.listOwn(PROJECT);
  if (files.length === 0) return failed(`${PROJECT} did not come with this program`, "install it whole");
  for (const path of files) {
    const file = ports.readOwn(path);
    const written = file.ok ? place(below(folder, path.slice(PROJECT.length + 1)), file.bytes, ports) : file;
    if (!written.ok) return failed(`${path} cannot be copied: ${written.reason}`, MACHINE_HINT);
  }
  // Its tests run with the Node that runs us: a sandbox may show another one on PATH, or none.
  const named = ports.writeFile(below(folder, ".node-path"), `${nodeFolder}\n`);
  if (!named.ok) return failed(named.reason, MACHINE_HINT);
  const made = await init(argumentsOf({}, [folder]), ports);
  return made.ok ? commitAll(folder, ports) : made;
}

function place(path: string, bytes: Uint8Array, ports: HostPorts): ReturnType<HostPorts["writeFile"]> {
  const made = ports.makeFolder(folderOf(path));
  return made.ok ? ports.writeFile(path, bytes) : made;
}

async function commitAll(folder: string, ports: HostPorts): Promise<Failed | undefined> {
  const settings = Object.entries(IDENTITY).map(([key, value]) => ["config", key, value]);
  for (const words of [
    ["init", "-q", "-b", "main"],
    ...settings,
    ["add", "-A"],
    ["commit", "-qm", "tally, as it is"],
  ]) {
    const answer = await ports.runGit(folder, words);
    if (!answer.ok)
      return failed(`git ${words[0] ?? ""}: ${answer.reason}`, "the demonstration needs git 2.28 or newer");
  }
  return undefined;
}

async function addIssues(folder: string, issues: readonly DemoIssue[], ports: HostPorts): Promise<Failed | undefined> {
  const path = below(folder, ".premath/issues.jsonl");
  for (const { id, title, description } of issues) {
    const added = await addIssue(argumentsOf({ issues: path, id, description }, [title]), ports);
    if (!added.ok) return added;
  }
  for (const { id, needs } of issues)
    for (const need of needs) {
      const added = await addDependency(argumentsOf({ issues: path, type: "blocks" }, [id, need]), ports);
      if (!added.ok) return added;
    }
  return undefined;
}

function readIssues(ports: HostPorts): Outcome<readonly DemoIssue[]> {
  const file = ports.readOwn(ISSUES);
  if (!file.ok) return failed(`${ISSUES} cannot be read: ${file.reason}`, "install the program whole");
  const reading = readJson(file.bytes, ports.utf8);
  if (!reading.ok) return failed(`${ISSUES}: ${problemText(reading.problem)}`, "install the program whole");
  const rows = Array.isArray(reading.value) ? reading.value : [];
  return { ok: true, data: rows.filter(isJsonObject).map(demoIssue) };
}

function demoIssue({ id, title, description, needs }: Readonly<Record<string, unknown>>): DemoIssue {
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  return {
    id: text(id),
    title: text(title),
    description: text(description),
    needs: Array.isArray(needs) ? needs.map(text) : [],
  };
}
