import { struct, type StructOf, type WordShape } from "../json/shape.ts";
import type { Json } from "../json/value.ts";
import type { IssueType } from "./issue.ts";
import { readTimestamp } from "./read-timestamp.ts";
import { asciiLower, trimmed } from "../evidence/text.ts";

/** A lease as a row writes it; the moments are not canonical yet. */
export interface LeaseWire {
  readonly lease_id: string;
  readonly owner: string;
  readonly acquired_at: string;
  readonly expires_at: string;
  readonly renewed_at?: string | null;
}

/** An edge as a row writes it. */
export interface DependencyWire {
  readonly issue_id: string;
  readonly depends_on_id: string;
  readonly type: string;
  readonly created_by?: string;
}

/** A row as it was written: what is absent has its default still to come (contract memory 1.1). */
export interface IssueWire {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly design?: string;
  readonly acceptance_criteria?: string;
  readonly notes?: string;
  readonly status?: string;
  readonly priority?: number;
  readonly issue_type?: string;
  readonly assignee?: string;
  readonly owner?: string;
  readonly lease?: LeaseWire | null;
  readonly created_at?: string;
  readonly updated_at?: string;
  readonly closed_at?: string | null;
  readonly ephemeral?: boolean;
  readonly mol_type?: string;
  readonly labels?: readonly string[];
  readonly dependencies?: readonly DependencyWire[];
  readonly metadata?: Json;
}

const TEXT = { kind: "string" } as const;
/** A moment, in the relaxed form rows may use. */
export const MOMENT: WordShape = {
  kind: "word",
  expects: "an RFC 3339 formatted date and time string",
  problemOf(text) {
    const reading = readTimestamp(text);
    return reading.ok ? undefined : reading.problem;
  },
};
const ISSUE_TYPE: WordShape = {
  kind: "word",
  expects: "a string",
  problemOf: (text) => (parseIssueType(text) === undefined ? issueTypeProblem(text) : undefined),
  late: true,
};

/** Any text: types that we do not know are kept. */
const DEPENDENCY_TYPE: WordShape = { kind: "word", expects: "a string", problemOf: () => undefined, variant: true };

const LEASE: StructOf<LeaseWire> = struct<LeaseWire>(
  "IssueLease",
  {
    lease_id: { presence: "required", shape: TEXT },
    owner: { presence: "required", shape: TEXT },
    acquired_at: { presence: "required", shape: MOMENT },
    expires_at: { presence: "required", shape: MOMENT },
    renewed_at: { presence: "optional", shape: MOMENT },
  },
  { keepsUnknown: true },
);

const DEPENDENCY: StructOf<DependencyWire> = struct<DependencyWire>(
  "Dependency",
  {
    issue_id: { presence: "required", shape: TEXT },
    depends_on_id: { presence: "required", shape: TEXT },
    type: { presence: "required", shape: DEPENDENCY_TYPE },
    created_by: { presence: "defaulted", shape: TEXT },
  },
  { aliases: new Map([["dep_type", "type"]]), keepsUnknown: true },
);

/** One row of an issue file, with the reference's names for its error texts. */
export const ISSUE: StructOf<IssueWire> = struct<IssueWire>(
  "Issue",
  {
    id: { presence: "required", shape: TEXT },
    title: { presence: "required", shape: TEXT },
    description: { presence: "defaulted", shape: TEXT },
    design: { presence: "defaulted", shape: TEXT },
    acceptance_criteria: { presence: "defaulted", shape: TEXT },
    notes: { presence: "defaulted", shape: TEXT },
    status: { presence: "defaulted", shape: TEXT },
    priority: {
      presence: "defaulted",
      shape: { kind: "integer", name: "i32", least: -2_147_483_648, most: 2_147_483_647 },
    },
    issue_type: { presence: "defaulted", shape: ISSUE_TYPE },
    assignee: { presence: "defaulted", shape: TEXT },
    owner: { presence: "defaulted", shape: TEXT },
    lease: { presence: "optional", shape: LEASE },
    created_at: { presence: "defaulted", shape: MOMENT },
    updated_at: { presence: "defaulted", shape: MOMENT },
    closed_at: { presence: "optional", shape: MOMENT },
    ephemeral: { presence: "defaulted", shape: { kind: "boolean" } },
    mol_type: { presence: "defaulted", shape: TEXT },
    labels: { presence: "defaulted", shape: { kind: "list", of: TEXT } },
    dependencies: { presence: "defaulted", shape: { kind: "list", of: DEPENDENCY } },
    metadata: { presence: "optional", shape: { kind: "free" } },
  },
  { keepsUnknown: true },
);

const ISSUE_TYPES: ReadonlyMap<string, IssueType> = new Map([
  ["epic", "epic"],
  ["task", "task"],
]);

/** The issue type a text names, white space around it and ASCII case aside (contract memory 1.1). */
export function parseIssueType(text: string): IssueType | undefined {
  return ISSUE_TYPES.get(text) ?? ISSUE_TYPES.get(asciiLower(trimmed(text)));
}

/** What the contract says of a text that names no issue type (memory 1.1). */
export function issueTypeProblem(text: string): string {
  return `invalid issue_type \`${text}\` (expected one of: epic, task)`;
}
