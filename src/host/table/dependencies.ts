import type { Flag } from "../action.ts";
import type { ActionRows } from "../action-row.ts";
import type { DepAddData } from "../actions/dep-add.ts";
import type { DepDiagnosticsData } from "../actions/dep-diagnostics.ts";
import type { DepProjectData } from "../actions/dep-project.ts";
import type { DepRemoveData } from "../actions/dep-remove.ts";
import type { DepReplaceData } from "../actions/dep-replace.ts";
import { CHANGE_FLAGS, READ_FLAGS } from "../issue-flags.ts";

/** What the commands on dependencies answer. */
export interface DependencyData {
  readonly "dep.add": DepAddData;
  readonly "dep.remove": DepRemoveData;
  readonly "dep.replace": DepReplaceData;
  readonly "dep.project": DepProjectData;
  readonly "dep.diagnostics": DepDiagnosticsData;
}

/** The contract's types in its order (memory 1.3); written here so that the table loads nothing, and compared in a test. */
const TYPES = [
  "blocks",
  "parent-child",
  "conditional-blocks",
  "related",
  "discovered-from",
  "relates-to",
  "duplicates",
  "supersedes",
  "waits-for",
  "replies-to",
] as const;

const TYPE: Flag = { name: "type", value: "DEP_TYPE", choices: TYPES, default: "blocks", summary: "the type of edge" };
const CREATED_BY: Flag = { name: "created-by", value: "CREATED_BY", default: "", summary: "who says so" };
const EDGE = [
  { name: "ISSUE_ID", required: true, summary: "the issue that needs the other" },
  { name: "DEPENDS_ON_ID", required: true, summary: "the issue that it needs" },
] as const;

/** The commands on dependencies (M01). */
export const DEPENDENCY_ACTIONS: ActionRows<DependencyData> = {
  "dep.add": {
    id: "dep.add",
    command: "dep add",
    group: "Dependencies",
    summary: "Make one issue depend on another",
    effect: "mutation",
    flags: [TYPE, CREATED_BY, ...CHANGE_FLAGS],
    operands: EDGE,
    load: () => import("../actions/dep-add.ts"),
  },
  "dep.remove": {
    id: "dep.remove",
    command: "dep remove",
    group: "Dependencies",
    summary: "Remove a dependency",
    effect: "mutation",
    flags: [TYPE, ...CHANGE_FLAGS],
    operands: EDGE,
    load: () => import("../actions/dep-remove.ts"),
  },
  "dep.replace": {
    id: "dep.replace",
    command: "dep replace",
    group: "Dependencies",
    summary: "Change the type of a dependency",
    effect: "mutation",
    flags: [
      { name: "from-type", value: "FROM_DEP_TYPE", choices: TYPES, default: "blocks", summary: "the type it has" },
      { name: "to-type", value: "TO_DEP_TYPE", choices: TYPES, required: true, summary: "the type it shall have" },
      CREATED_BY,
      ...CHANGE_FLAGS,
    ],
    operands: EDGE,
    load: () => import("../actions/dep-replace.ts"),
  },
  "dep.project": {
    id: "dep.project",
    command: "dep project",
    group: "Dependencies",
    summary: "Show all dependencies in one view",
    effect: "read",
    flags: [
      {
        name: "view",
        value: "VIEW",
        choices: ["execution", "gtd", "groupoid"],
        default: "execution",
        summary: "as work order, as lists to act on, or as algebra",
      },
      ...READ_FLAGS,
    ],
    operands: [],
    load: () => import("../actions/dep-project.ts"),
  },
  "dep.diagnostics": {
    id: "dep.diagnostics",
    command: "dep diagnostics",
    group: "Dependencies",
    summary: "Look for dependencies that run in a circle",
    effect: "read",
    flags: [
      {
        name: "graph-scope",
        value: "GRAPH_SCOPE",
        choices: ["active", "full"],
        default: "active",
        summary: "only open work, or closed issues too",
      },
      ...READ_FLAGS,
    ],
    operands: [],
    load: () => import("../actions/dep-diagnostics.ts"),
  },
};
