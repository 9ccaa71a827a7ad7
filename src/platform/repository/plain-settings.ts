import { homedir } from "node:os";
import { join } from "node:path";
import type { RepositorySeat } from "./repository-seat.ts";
import { gitOutput, gitText } from "./run-git-bytes.ts";

/** Settings about bytes, names and modes: none of them names a program. Everything else of the repository's settings is left out. */
const KEPT = [
  "core.autocrlf",
  "core.bigfilethreshold",
  "core.checkstat",
  "core.eol",
  "core.filemode",
  "core.ignorecase",
  "core.precomposeunicode",
  "core.protecthfs",
  "core.protectntfs",
  "core.symlinks",
  "core.trustctime",
];

/** The settings of a git that looks into files: how they become bytes is as in the repository, and no program has a name. */
export async function plainSettings(root: string): Promise<Pick<RepositorySeat, "plainSettings" | "countsModes">> {
  const format = await gitText({ folder: root, words: ["rev-parse", "--show-object-format"] });
  const all = await settingsOf(root);
  const excludes = all.has(EXCLUDES) ? await expanded(root) : defaultExcludes();
  const rows = [...KEPT.map((key) => [key, all.get(key)] as const), [EXCLUDES, excludes] as const].flatMap(
    ([key, value]) => (value === undefined ? [] : [`\t${key.slice("core.".length)} = ${quoted(value)}\n`]),
  );
  const extensions = format === "sha1" ? "" : `[extensions]\n\tobjectformat = ${format}\n`;
  const plain = `[core]\n\trepositoryformatversion = ${format === "sha1" ? 0 : 1}\n\tbare = false\n${rows.join("")}${extensions}`;
  return { plainSettings: plain, countsModes: all.get("core.filemode") !== "false" };
}

const EXCLUDES = "core.excludesfile";

/** Every setting that holds there; of one that is set more than once, the last. A setting without a value is a yes. */
async function settingsOf(root: string): Promise<ReadonlyMap<string, string>> {
  const output = (await gitOutput({ folder: root, words: ["config", "-z", "--list"] })).toString("utf8");
  return new Map(
    output.split("\0").map((row) => {
      const [key = "", ...lines] = row.split("\n");
      return [key, lines.length === 0 ? "true" : lines.join("\n")];
    }),
  );
}

async function expanded(root: string): Promise<string> {
  return gitText({ folder: root, words: ["config", "--type=path", EXCLUDES] });
}

function defaultExcludes(): string {
  const { XDG_CONFIG_HOME: standard } = process.env;
  return join(standard !== undefined && standard !== "" ? standard : join(homedir(), ".config"), "git/ignore");
}

function quoted(value: string): string {
  return `"${value.replaceAll(/["\\]/g, (one) => `\\${one}`).replaceAll("\n", "\\n")}"`;
}
