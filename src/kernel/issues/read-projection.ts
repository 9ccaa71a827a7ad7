import { type JsonProblem, problemText } from "../json/problem.ts";
import { quotedText } from "../json/quoted-text.ts";
import { readStruct } from "../json/read.ts";
import { type IntegerShape, struct, type StructOf } from "../json/shape.ts";
import type { Utf8 } from "../json/utf8.ts";
import type { Issue } from "./issue.ts";
import { ISSUE, type IssueWire } from "./issue-shape.ts";
import { issueOf } from "./read-issue.ts";

/** The wire kind of the query projection. */
export const PROJECTION_KIND = "premath.surreal.issue_projection.v0";
const PROJECTION_SCHEMA = 1;

/** What a projection says of itself; all of it may be missing. */
export interface ProjectionHead {
  readonly schema?: number | null;
  readonly kind?: string | null;
  readonly sourceIssuesPath?: string | null;
  readonly sourceSnapshotRef?: string | null;
}

interface ProjectionWire {
  readonly schema: number;
  readonly kind: string;
  readonly sourceIssuesPath: string;
  readonly sourceSnapshotRef?: string | null;
  readonly generatedAtUnixMs: number;
  readonly issueCount: number;
  readonly issues: readonly IssueWire[];
}

const TEXT = { kind: "string" } as const;
const u64: IntegerShape = { kind: "integer", name: "u64", least: 0, most: Number.MAX_SAFE_INTEGER };
const maybe = { presence: "optional", shape: TEXT } as const;
const HEAD: StructOf<ProjectionHead> = struct<ProjectionHead>("ProjectionHeader", {
  schema: { presence: "optional", shape: u64 },
  kind: maybe,
  sourceIssuesPath: maybe,
  sourceSnapshotRef: maybe,
});
const PROJECTION: StructOf<ProjectionWire> = struct<ProjectionWire>("ProjectionPayload", {
  schema: { presence: "required", shape: u64 },
  kind: { presence: "required", shape: TEXT },
  sourceIssuesPath: { presence: "required", shape: TEXT },
  sourceSnapshotRef: maybe,
  generatedAtUnixMs: { presence: "required", shape: { ...u64, name: "u128" } },
  issueCount: { presence: "required", shape: { ...u64, name: "usize" } },
  issues: { presence: "required", shape: { kind: "list", of: ISSUE } },
});

/** A projection file: what it says of itself even where it is broken, and its issues or the reference's words for what is wrong. */
export interface ProjectionReading {
  readonly head: ProjectionHead;
  readonly issues: ReadonlyMap<string, Issue> | { readonly problem: string };
}

/** Reads a projection file named `path` (contract memory 2). Never throws. */
export function readProjection(bytes: Uint8Array, utf8: Utf8, path: string): ProjectionReading {
  const head = readStruct(bytes, HEAD, utf8);
  return { head: head.ok ? head.value : {}, issues: readIssues(bytes, utf8, path) };
}

function readIssues(bytes: Uint8Array, utf8: Utf8, path: string): ProjectionReading["issues"] {
  const reading = readStruct(bytes, PROJECTION, utf8);
  if (!reading.ok) return unparsed(path, reading.problem);
  const { schema, kind, issues } = reading.value;
  if (schema !== PROJECTION_SCHEMA || kind !== PROJECTION_KIND) {
    const expected = `expected schema=${PROJECTION_SCHEMA} kind=${PROJECTION_KIND}`;
    const actual = `actual schema=Some(${schema}) kind=Some(${quotedText(kind)})`;
    return { problem: `projection metadata mismatch (${expected}, ${actual})` };
  }
  return new Map(issues.map((wire) => [wire.id, issueOf(wire)]));
}

function unparsed(path: string, problem: JsonProblem): { readonly problem: string } {
  return { problem: `failed to parse ${path}: ${problemText(problem)}` };
}
