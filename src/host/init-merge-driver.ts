import type { Failed, HostPorts, Outcome } from "./action.ts";
import { failed } from "./failed.ts";
import { below } from "./path-text.ts";
import { saveFile } from "./save-file.ts";

/** What git calls the driver. */
const DRIVER = "tusk-issues";
const HINT = "run it in a clone, or leave --merge-driver out: the rows merge without it too";
/** A path that needs no quotes in a list of attributes and no escapes in a pattern. */
const PLAIN = /^[\w./-]*$/;

/** What there is to tell git, found before anything is changed. */
interface MergeDriverPlan {
  /** The list of attributes of this clone alone; it counts before those that are committed. */
  readonly attributesPath: string;
  /** That list with our line in it; undefined when it is there already. */
  readonly attributes: string | undefined;
  /** The command that git runs. */
  readonly command: string;
}

/** Finds out what has to be told to git so that it merges this repository's issues field by field (ENGINE 8); changes nothing. */
export async function planMergeDriver(folder: string, ports: HostPorts): Promise<Outcome<MergeDriverPlan>> {
  if (ports.kindOf(folder) !== "folder") return noDriver(folder, "there is no such folder");
  const program = ports.ownProgram();
  if (program === undefined) return noDriver(folder, "the files of the program are not installed");
  // All worktrees share the list: git names the one of the common folder.
  const answer = await ports.runGit(folder, ["rev-parse", "--show-prefix", "--git-path", "info/attributes"]);
  if (!answer.ok) return noDriver(folder, answer.reason);
  const [prefix = "", path = ""] = answer.text.split("\n");
  const attributesPath = path.startsWith("/") ? path : below(folder, path);
  if (!PLAIN.test(prefix)) return noDriver(folder, `git's attributes cannot name ${prefix} without quotes`);
  const attributes = attributesWith(`${prefix}.premath/issues.jsonl merge=${DRIVER}`, attributesPath, ports);
  if (!attributes.ok) return noDriver(folder, attributes.reason);
  return { ok: true, data: { attributesPath, attributes: attributes.text, command: commandOf(program) } };
}

/** Tells git; answers why not. The list comes last: it must never name a driver that git does not know. */
export async function setMergeDriver(
  { attributesPath, attributes, command }: MergeDriverPlan,
  folder: string,
  ports: HostPorts,
): Promise<Failed | undefined> {
  const settings = { name: "issues, merged field by field", driver: command };
  for (const [key, value] of Object.entries(settings)) {
    const told = await ports.runGit(folder, ["config", "--local", `merge.${DRIVER}.${key}`, value]);
    if (!told.ok) return noDriver(folder, told.reason);
  }
  if (attributes === undefined) return undefined;
  return saveFile(attributesPath, attributes, { folder: "the folder", file: "write" }, ports);
}

type Attributes =
  | { readonly ok: true; readonly text: string | undefined }
  | { readonly ok: false; readonly reason: string };

function attributesWith(line: string, path: string, ports: HostPorts): Attributes {
  if (ports.kindOf(path) === "missing") return { ok: true, text: `${line}\n` };
  const input = ports.readInput(path);
  if (!input.ok) return { ok: false, reason: `${path}: ${input.reason}` };
  const text = ports.utf8.decode(input.bytes, 0, input.bytes.length);
  if (text === undefined) return { ok: false, reason: `${path} is not UTF-8` };
  if (text.split("\n").includes(line)) return { ok: true, text: undefined };
  return { ok: true, text: `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n` };
}

/** What git gives to a shell, after it has put the three files in; a percent sign of a path is not one of those. */
function commandOf(program: readonly string[]): string {
  const words = program.map((word) => `'${word.replaceAll("'", "'\\''").replaceAll("%", "%%")}'`);
  return [...words, "issue merge-driver %O %A %B"].join(" ");
}

function noDriver(folder: string, reason: string): Failed {
  return failed(`cannot set up the merge driver in ${folder}: ${reason}`, HINT);
}
