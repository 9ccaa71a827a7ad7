import { plainJson } from "../../json/plain.ts";
import { BUILD_RULES } from "./build-rules.ts";
import { DENIED_RULES } from "./denied-rules.ts";
import { FILE_RULES } from "./file-rules.ts";
import { GIT_RULES } from "./git-rules.ts";
import { parseRuleSet, type RuleSetReading, type RuleSetTools } from "./parse-rule-set.ts";
import { PRINT_RULES } from "./print-rules.ts";
import { READ_FILE_RULES } from "./read-file-rules.ts";
import type { Rule, RuleSetSource } from "./rule-set.ts";
import { SEARCH_RULES } from "./search-rules.ts";

const LOOKING: Rule = {
  id: "tools.look",
  effect: "allow",
  why: "looks at files of the workspace",
  tools: ["read", "ls", "grep", "glob"],
  match: [{ tool: "read", args: { path: "src/a.ts" } }],
  not_match: [{ tool: "write", args: { path: "src/a.ts", content: "" } }],
};

const SECRETS: Rule = {
  id: "tools.secrets",
  effect: "ask",
  why: "the file may hold a secret",
  tools: ["read", "grep"],
  when: [{ field: "path", secret: true }],
  match: [
    { tool: "read", args: { path: ".env" } },
    { tool: "read", args: { path: "deploy/.ENV.production" } },
    { tool: "read", args: { path: "../outside" } },
    { tool: "grep", args: { pattern: "KEY", path: ".git/config" } },
  ],
  not_match: [
    { tool: "read", args: { path: "src/env.ts" } },
    { tool: "read", args: { path: ".env.example" } },
    { tool: "grep", args: { pattern: "KEY" } },
  ],
};

const SECRET_GLOBS: Rule = {
  id: "tools.secret-globs",
  effect: "ask",
  why: "the search may be for a file that holds a secret",
  tools: ["grep"],
  when: [{ field: "glob", secret: true }],
  match: [
    { tool: "grep", args: { pattern: "KEY", glob: ".env" } },
    { tool: "grep", args: { pattern: "KEY", glob: "**/*.pem" } },
  ],
  not_match: [{ tool: "grep", args: { pattern: "KEY", glob: "**/*.ts" } }],
};

const OWN: Rule = {
  id: "tools.own",
  effect: "allow",
  why: "shows what a call of this work gave, or writes down what is left of it",
  tools: ["artifact", "hand_off"],
  match: [
    { tool: "artifact", args: { ref: "artifact://sha256:0" } },
    { tool: "hand_off", args: { done: [], left: [] } },
  ],
  not_match: [{ tool: "read", args: { path: "src/a.ts" } }],
};

const LOOKS: readonly Rule[] = [LOOKING, SECRETS, SECRET_GLOBS, OWN];
const COMMANDS: readonly Rule[] = [...DENIED_RULES, ...READ_FILE_RULES, ...SEARCH_RULES, ...PRINT_RULES, ...GIT_RULES];

const CHANGING: readonly string[] = ["write", "edit", "apply_patch"];

const NO_CHANGES: Rule = {
  id: "tools.read-only",
  effect: "deny",
  why: "this session may read and not change",
  tools: CHANGING,
  match: [{ tool: "edit", args: { path: "a" } }],
};

const CHANGES: Rule = {
  id: "tools.change",
  effect: "allow",
  why: "changes files of the workspace; the tool itself refuses protected ones",
  tools: CHANGING,
  match: [{ tool: "write", args: { path: "a", content: "" } }],
};

/** The names of the rule sets that come with the program. */
export type DefaultRuleSet = "read-only" | "workspace-write";

/** Rule sets that come with the program, by the sandbox profile they are for. What no rule knows is asked. */
export const DEFAULT_RULE_SETS: Readonly<Record<DefaultRuleSet, RuleSetSource>> = {
  "read-only": {
    schema: 1,
    kind: "tusk.permissions.v1",
    id: "read-only",
    otherwise: "ask",
    rules: [...LOOKS, NO_CHANGES, ...COMMANDS],
  },
  "workspace-write": {
    schema: 1,
    kind: "tusk.permissions.v1",
    id: "workspace-write",
    otherwise: "ask",
    rules: [...LOOKS, CHANGES, ...COMMANDS, ...BUILD_RULES, ...FILE_RULES],
  },
};

/** A default rule set made ready, by the same door as a file: its examples hold here too. */
export function defaultRuleSet(name: DefaultRuleSet, tools: RuleSetTools): RuleSetReading {
  return parseRuleSet(plainJson(DEFAULT_RULE_SETS[name]), tools);
}
