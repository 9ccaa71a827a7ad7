import { asciiLower, isTrimmed } from "../evidence/text.ts";
import { leavesNothing } from "../gate/rules/full/result.ts";
import type { SchemaCheck } from "../schema/json-schema-check.ts";
import { EXECUTION_PATTERNS, type ExecutionPattern } from "../spec/execution-pattern.ts";
import type { PolicyParts } from "../spec/policy-parts.ts";
import { NO_EXAMPLES } from "../spec/spec-digest.ts";
import type { CatalogRow, SpecValues } from "../spec/spec-values.ts";
import { type PlainTexts, plainTexts } from "./plain-texts.ts";

/** What policies mean for plain turns (see `held.ts`): looked up once, however many turns are bound to them. */
export interface PlainPolicies {
  /** The check of a tool's arguments; undefined where a call of the tool is not plain. */
  readonly argsCheck: (tool: string) => SchemaCheck | undefined;
  /** Patterns that the policy lists and that demand nothing more. */
  readonly patterns: ReadonlySet<string>;
  /** Injection points that normalisation leaves as they are. */
  readonly points: ReadonlySet<string>;
  readonly texts: PlainTexts;
}

type Known = Pick<
  PolicyParts,
  "allow" | "catalog" | "digest" | "given" | "resolved" | "schemaCheck" | "store" | "values"
>;

/** The same for policies under which a turn can be plain; undefined for others. */
export function plainPolicies(policies: Known): PlainPolicies | undefined {
  const { values, resolved, given } = policies;
  // A text may have the digest of the value that it writes out, and stand in its place.
  if (!resolved || !areBare(values) || Object.values(given).some((value) => typeof value === "string"))
    return undefined;
  return {
    argsCheck: argsChecks(policies),
    patterns: new Set(values.decompositionPolicy.patterns.filter(isPlainPattern)),
    points: new Set(values.renderProtocol.injectionPoints.filter((at) => isTrimmed(at) && asciiLower(at) === at)),
    texts: plainTexts(policies),
  };
}

/** Policies that ask for nothing beside calls and their results. */
function areBare({ decompositionPolicy, governance, stopPolicy, toolChoice }: SpecValues): boolean {
  const { guardrails, observability } = governance;
  return (
    observability.mode === "dashboard" &&
    guardrails.required.length + guardrails.list.length === 0 &&
    toolChoice.kind === "auto" &&
    stopPolicy.checkpoints.length === 0 &&
    decompositionPolicy.autonomous === undefined
  );
}

function isPlainPattern(pattern: string): boolean {
  if (!Object.hasOwn(EXECUTION_PATTERNS, pattern)) return false;
  // Earned: it is one of its keys.
  return EXECUTION_PATTERNS[pattern as ExecutionPattern].fanOutChildren === "optional";
}

/** Looks a tool up when it is first called. */
function argsChecks(policies: Known): PlainPolicies["argsCheck"] {
  const checks = new Map<string, SchemaCheck | undefined>();
  return (tool) => {
    const known = checks.get(tool);
    if (known !== undefined || checks.has(tool)) return known;
    const row = policies.catalog.get(tool);
    // Names that nobody knows are not kept: a model can make up any number of them.
    if (row === undefined) return undefined;
    const check = isPlainTool(row, policies) ? policies.schemaCheck(row.schemaDigest) : undefined;
    checks.set(tool, check);
    return check;
  };
}

/** A tool that a model may call just so, whose results have to show nothing but themselves. */
function isPlainTool(row: CatalogRow, { allow, digest, store }: Known): boolean {
  const { name, allowedCallers, exampleDigest, loading, schemaDigest } = row;
  return (
    isTrimmed(name) &&
    isTrimmed(schemaDigest) &&
    allow.has(name) &&
    loading === "eager" &&
    allowedCallers.includes("model") &&
    leavesNothing(row) &&
    (store.get(exampleDigest) !== undefined || exampleDigest === digest(NO_EXAMPLES))
  );
}
