import { GIT_SETTINGS } from "../git-settings.ts";
import { personEnvironment } from "../run-git.ts";
import { ownerName } from "../process-owner.ts";

/** Names the process that started a git, in git's environment: so one that outlived its owner can be told. */
export const OWNER_VARIABLE = "TUSK_GIT_OWNER";

/**
 * What holds for every git that the harness runs (DESIGN 23), whatever the repository says: no program but git itself is started, and nothing is asked.
 * No transport is allowed: a clone without all of its objects would fetch them, by any command that its settings name.
 */
const ALWAYS: Readonly<Record<string, string>> = {
  LC_ALL: "C",
  GIT_ALLOW_PROTOCOL: "",
  GIT_ASKPASS: "",
  SSH_ASKPASS: "",
  GIT_EDITOR: ":",
  GIT_SEQUENCE_EDITOR: ":",
  GIT_LITERAL_PATHSPECS: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
};

/** Settings for it: they count before every file. */
const SETTINGS: Readonly<Record<string, string>> = {
  ...GIT_SETTINGS,
  "commit.gpgSign": "false",
  "core.fsync": "committed,reference",
  "core.fsyncMethod": "batch",
  "core.splitIndex": "false",
  "core.untrackedCache": "false",
  "credential.helper": "",
  "gc.auto": "0",
  "i18n.commitEncoding": "UTF-8",
  "i18n.logOutputEncoding": "UTF-8",
  "index.sparse": "false",
  "maintenance.auto": "false",
  "submodule.recurse": "false",
  "user.useConfigOnly": "true",
};

/** The words that stand before every command of git. */
export const GIT_WORDS: readonly string[] = [
  "--no-pager",
  ...Object.entries(SETTINGS).flatMap(([key, value]) => ["-c", `${key}=${value}`]),
];

/** The environment of a git: the person's, without what would lead it elsewhere. */
export function gitEnvironment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...personEnvironment(), ...ALWAYS, [OWNER_VARIABLE]: ownerName(), ...more };
}
