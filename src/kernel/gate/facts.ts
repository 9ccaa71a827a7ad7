import type { Digest } from "../digest/digest.ts";
import type {
  NormalizedCallSpec,
  NormalizedToolRender,
  NormalizedToolRequest,
  NormalizedToolResult,
  NormalizedToolUse,
} from "../evidence/normalized.ts";
import type {
  GuardEvidence,
  RequestEvidence,
  ResultEvidence,
  TuskEvidence,
  UseEvidence,
} from "../evidence/tusk-evidence.ts";
import type { Values } from "../evidence/values.ts";
import type { Json } from "../json/value.ts";
import type { SchemaCheck } from "../schema/json-schema-check.ts";
import type { CatalogRow, SpecValues } from "../spec/spec-values.ts";
import type { Consumer } from "../turn/disposition.ts";
import type { Glob } from "./paths.ts";
import type { WireFacts } from "./rule.ts";

/** The wire's lists of rows that are keyed by call. */
export type WireSurface = "toolRequests" | "toolResults" | "toolUse" | "toolRender";

/** What is bound before the turn starts, and how values are proven. */
export interface BoundFacts {
  readonly callSpec: NormalizedCallSpec;
  readonly spec: SpecValues;
  readonly catalog: ReadonlyMap<string, CatalogRow>;
  readonly values: Values;
  /** The digest of a JSON value; a value and a reference to it have the same. */
  readonly digest: (value: Json) => string;
  /** The digest of a text's raw UTF-8. */
  readonly textDigest: (text: string) => Digest;
  /** Where the wire row of a call stands in the file, such as `evidence.toolResults[3]`. */
  readonly wireRow: (surface: WireSurface, id: string) => string;
  /** The check for a schema by its digest; undefined when nobody has the schema. */
  readonly schemaCheck: (schemaDigest: string) => SchemaCheck | undefined;
  /** A path pattern made ready, once each. */
  readonly glob: (pattern: string) => Glob;
}

/** A request row as it is before anybody was asked for permission. */
export type AskedRow = Omit<RequestEvidence, "permission">;

/** One requested call and what is known about it before it runs. */
export interface RequestFact<Row extends AskedRow = AskedRow> {
  readonly id: string;
  readonly tool: string;
  /** Its place in `evidence.tusk.requests`. */
  readonly at: number;
  readonly wire: NormalizedToolRequest;
  readonly row: Row;
  /** Its row in the catalog; undefined for a tool that nobody knows. */
  readonly entry: CatalogRow | undefined;
  readonly allowed: boolean;
}

/** Finds what is known about a call by its id. */
export interface CallLookup<Fact> {
  readonly get: (id: string) => Fact | undefined;
  readonly has: (id: string) => boolean;
}

/** The evidence of stage R before permission. */
export interface RequestFacts extends BoundFacts {
  readonly requests: readonly RequestFact[];
  readonly requestOf: CallLookup<RequestFact>;
}

/** The evidence of stage R with permissions. */
export interface GuardedFacts extends RequestFacts {
  readonly requests: readonly RequestFact<RequestEvidence>[];
  readonly requestOf: CallLookup<RequestFact<RequestEvidence>>;
  /** What the guardrails said so far. */
  readonly guards: readonly GuardEvidence[];
}

/** The payload of a result, as it was before truncation. */
export interface PayloadFact {
  readonly digest: string;
  readonly bytes: number;
  /** Digest of the payload as text, where the payload is one. */
  readonly textDigest: string | undefined;
  /** The payload as text, where it was cut and so has to be looked into. */
  readonly text: string | undefined;
}

/** One result with its wire row, its request, its use, and its rendering. */
export interface ResultFact {
  readonly id: string;
  /** Its place in `evidence.tusk.results`. */
  readonly at: number;
  readonly row: ResultEvidence;
  readonly wire: NormalizedToolResult;
  readonly request: RequestFact<RequestEvidence> | undefined;
  readonly use: UseFact | undefined;
  readonly render: NormalizedToolRender | undefined;
  /** undefined when neither the row nor the values hold it. */
  readonly payload: PayloadFact | undefined;
}

/** One use with its wire row. */
export interface UseFact {
  readonly id: string;
  readonly at: number;
  readonly row: UseEvidence;
  readonly wire: NormalizedToolUse;
}

/** The evidence of stage J: the whole turn. */
export interface TurnFacts extends GuardedFacts, WireFacts {
  readonly tusk: TuskEvidence;
  readonly results: readonly ResultFact[];
  readonly resultOf: CallLookup<ResultFact>;
  readonly uses: readonly UseFact[];
  /** Which of handoff, summary and intent each call is an input of. */
  readonly consumersOf: ReadonlyMap<string, readonly Consumer[]>;
  /** Where the evidence comes from: a live turn holds its values in memory, a file holds what was stored. */
  readonly origin: Origin;
  /** A stored turn of a zero-retention mode: what is not there was withheld, which is not the same as missing. */
  readonly withholds: boolean;
  /** Digests of stored values that are neither the catalog's nor the spec's: they are the turn's own. */
  readonly ownValues: () => readonly string[];
}

/** A live turn, or a file. */
export type Origin = "live" | "stored";
