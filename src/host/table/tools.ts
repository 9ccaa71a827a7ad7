import type { Flag } from "../action.ts";
import { type ActionRows, JSON_FLAG } from "../action-row.ts";
import type { ToolCallData } from "../actions/tool-call.ts";
import type { ToolCheckData } from "../actions/tool-check.ts";
import type { ToolListData } from "../actions/tool-list.ts";
import type { ToolShowData } from "../actions/tool-show.ts";

/** What the commands on tools answer. */
export interface ToolData {
  readonly "tool.list": ToolListData;
  readonly "tool.show": ToolShowData;
  readonly "tool.call": ToolCallData;
  readonly "tool.check": ToolCheckData;
}

const ARGUMENTS: readonly Flag[] = [
  { name: "args", value: "JSON", excludes: ["args-file"], summary: "the arguments as the model writes them" },
  {
    name: "args-file",
    value: "PATH",
    excludes: ["args"],
    summary: "the file that holds them, or - for standard input",
  },
];

/** The commands on tools: what a model is given, and what becomes of a call (T01-T03). */
export const TOOL_ACTIONS: ActionRows<ToolData> = {
  "tool.list": {
    id: "tool.list",
    command: "tool list",
    group: "Tools",
    summary: "List the tools that a model is given",
    effect: "read",
    flags: [JSON_FLAG],
    operands: [],
    load: () => import("../actions/tool-list.ts"),
  },
  "tool.show": {
    id: "tool.show",
    command: "tool show",
    group: "Tools",
    summary: "Show what a model is told of a tool: schema, examples and their digests",
    effect: "read",
    flags: [JSON_FLAG],
    operands: [{ name: "NAME", required: true, summary: "the tool, such as edit" }],
    load: () => import("../actions/tool-show.ts"),
  },
  "tool.call": {
    id: "tool.call",
    command: "tool call",
    group: "Tools",
    summary: "Call a tool as a model would, through the whole boundary",
    effect: "mutation",
    flags: [
      ...ARGUMENTS,
      { name: "workspace", value: "DIR", default: ".", summary: "the folder that the tool may touch" },
      { name: "dry-run", summary: "say what would change, and change nothing" },
      {
        name: "profile",
        value: "NAME",
        choices: ["read-only", "workspace-write", "danger-full-access", "external-sandbox"],
        default: "workspace-write",
        summary: "how far a command of bash reaches",
      },
      {
        name: "network",
        value: "REACH",
        choices: ["none", "full"],
        summary: "whether it reaches any: none, unless the profile has no walls",
      },
      {
        name: "permissions",
        value: "RULES",
        summary: "ask these rules first, as for a model: read-only, workspace-write or a rule file",
      },
      { name: "approve", summary: "answer what they would ask a person with yes" },
      JSON_FLAG,
    ],
    operands: [{ name: "NAME", required: true, summary: "the tool, such as edit" }],
    load: () => import("../actions/tool-call.ts"),
  },
  "tool.check": {
    id: "tool.check",
    command: "tool check",
    group: "Tools",
    summary: "Check arguments against any JSON Schema, with the repairs of the boundary; nothing is run",
    effect: "read",
    flags: [
      {
        name: "schema",
        value: "FILE",
        required: true,
        summary: "the JSON Schema, or a tool's description that holds one",
      },
      ...ARGUMENTS,
      JSON_FLAG,
    ],
    operands: [],
    load: () => import("../actions/tool-check.ts"),
  },
};
