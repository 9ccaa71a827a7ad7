import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Dice } from "../dice.ts";
import { draftIssue, importIssues } from "../import-issues.ts";

/** A repository with issues that wait for each other, each of which asks for a change of one file. */
export interface Scene {
  /** Everything is below it: the repository, a home, places for temporary files. */
  readonly folder: string;
  readonly root: string;
  readonly state: string;
  readonly target: string;
  readonly issues: readonly SceneIssue[];
  /** What every process of the scene carries in its environment, but those behind walls. */
  readonly mark: string;
}

export interface SceneIssue {
  readonly id: string;
  readonly needs: readonly string[];
}

/** The variable that holds a scene's mark. */
export const SCENE_VARIABLE = "CHAOS_SCENE";

/** How many issues there are, and how much they wait for each other. */
export interface SceneShape {
  readonly issues: number;
  /** For so many of those before it an issue waits at most, and so far before it they are. */
  readonly mostNeeds: number;
  readonly reach: number;
}

/** Does the work of one issue in several steps, so that it can be cut between two; twice is as good as once. */
const WORK = `set -e
id=$PREMATH_ISSUE_ID
for need in $(sed -n "s/^$id: //p" needs.txt); do
  grep -qx "done $need" "parts/$need.txt" || { echo "$id is begun before $need is done" >&2; exit 9; }
done
put() { new=$(mktemp) && printf '%s\\n' "$1" > "$new" && mv "$new" "parts/$id.txt"; }
put half
sleep 0.0$(($$ % 9))
put "done $id"
`;

/** Holds where nothing is half done and nothing is done before what it needs. */
const CHECK = `awk '
  FILENAME == "needs.txt" { id = $1; sub(/:$/, "", id); for (at = 2; at <= NF; at++) needs[id] = needs[id] " " $at; next }
  { id = FILENAME; sub(/^parts\\//, "", id); sub(/\\.txt$/, "", id) }
  FNR > 1 || ($0 != "todo" && $0 != "done " id) { print FILENAME ": " $0; bad = 1 }
  $1 == "done" { isDone[id] = 1 }
  END {
    for (id in isDone) { count = split(needs[id], each, " "); for (at = 1; at <= count; at++) if (!isDone[each[at]]) { print id " without " each[at]; bad = 1 } }
    exit bad
  }' needs.txt parts/*.txt
`;

/** The commands of a scene, as whoever runs `tusk` there gives them. */
export const WORK_COMMAND = "sh work.sh";
export const CHECK_COMMAND = "sh check.sh";

/** The file that an issue is about, as it is before and after. */
export const partOf = (id: string): string => `parts/${id}.txt`;
export const UNDONE = "todo\n";
export const HALF = "half\n";
export const doneText = (id: string): string => `done ${id}\n`;

/** Makes a scene in a folder that is not there yet. */
export function makeScene(place: string, shape: SceneShape, dice: Dice): Scene {
  mkdirSync(place, { recursive: true });
  const folder = realpathSync(place);
  const root = join(folder, "repository");
  for (const name of ["repository/parts", "home", "tmp", "tusk"]) mkdirSync(join(folder, name), { recursive: true });
  const issues = newIssues(shape, dice);
  for (const { id } of issues) writeFileSync(join(root, partOf(id)), UNDONE);
  writeFileSync(join(root, "needs.txt"), issues.map(({ id, needs }) => `${[`${id}:`, ...needs].join(" ")}\n`).join(""));
  writeFileSync(join(root, "work.sh"), WORK);
  writeFileSync(join(root, "check.sh"), CHECK);
  writeFileSync(join(root, ".gitignore"), ".premath/\n");
  git(root, "init", "-q", "-b", "main");
  git(root, "config", "user.name", "Chaos");
  git(root, "config", "user.email", "chaos@localhost");
  git(root, "add", ".");
  git(root, "commit", "-q", "-m", "begin");
  const state = join(root, ".premath");
  mkdirSync(state);
  importIssues(join(state, "issues.jsonl"), issues.map(issueOf));
  return { folder, root, state, target: "main", issues, mark: `${process.pid}.${folder}` };
}

/** What git says, without what comes behind its last line. */
export function git(root: string, ...words: readonly string[]): string {
  return execFileSync("git", words, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trimEnd();
}

function newIssues({ issues, mostNeeds, reach }: SceneShape, dice: Dice): readonly SceneIssue[] {
  return Array.from({ length: issues }, (_, at) => {
    const wanted = at === 0 ? 0 : dice.roll(mostNeeds + 1);
    const needs = new Set(Array.from({ length: wanted }, () => at - dice.roll(Math.min(reach, at))));
    return { id: `bd-${at + 1}`, needs: [...needs].map((number) => `bd-${number}`) };
  });
}

function issueOf({ id, needs }: SceneIssue): ReturnType<typeof draftIssue> {
  const description = `Make ${partOf(id)} say it is done.\n\nAcceptance:\n- ${partOf(id)} says done\n\nVerification commands:\n- \`${CHECK_COMMAND}\``;
  return draftIssue({ id, title: `Part ${id}`, description, needs });
}
