import { type ActionRows, JSON_FLAG } from "../action-row.ts";
import type { PermissionsCheckData } from "../actions/permissions-check.ts";
import type { PermissionsLintData } from "../actions/permissions-lint.ts";

/** What the commands on permissions answer. */
export interface PermissionsData {
  readonly "permissions.check": PermissionsCheckData;
  readonly "permissions.lint": PermissionsLintData;
}

/** The commands on permissions: what needs a question, and whether a rule file holds (T08). */
export const PERMISSIONS_ACTIONS: ActionRows<PermissionsData> = {
  "permissions.check": {
    id: "permissions.check",
    command: "permissions check",
    group: "Tools",
    summary:
      "Say whether a command or a tool call runs, needs a question or is denied, and by which rule; nothing is run",
    effect: "read",
    flags: [
      { name: "rules", value: "FILE", excludes: ["profile"], summary: "the rule file to decide by" },
      {
        name: "profile",
        value: "NAME",
        choices: ["read-only", "workspace-write"],
        excludes: ["rules"],
        summary: "the rule set that comes with a sandbox profile (read-only when neither is given)",
      },
      { name: "tool", value: "NAME", summary: "the tool that is called, bash when a command is given" },
      { name: "args", value: "JSON", summary: "its arguments, instead of a command" },
      { name: "workspace", value: "DIR", default: ".", summary: "the folder that absolute paths are held against" },
      JSON_FLAG,
    ],
    operands: [{ name: "COMMAND", summary: "the shell command, as one word" }],
    load: () => import("../actions/permissions-check.ts"),
  },
  "permissions.lint": {
    id: "permissions.lint",
    command: "permissions lint",
    group: "Tools",
    summary: "Check a rule file: its form, its ids and every example in it",
    effect: "read",
    flags: [JSON_FLAG],
    operands: [{ name: "FILE", required: true, summary: "the rule file, or - for standard input" }],
    load: () => import("../actions/permissions-lint.ts"),
  },
};
