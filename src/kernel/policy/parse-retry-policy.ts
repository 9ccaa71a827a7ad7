import type { Sha256 } from "../digest/digest.ts";
import { sortedByCodePoint } from "../digest/order.ts";
import { present } from "../evidence/text.ts";
import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import {
  DEFAULT_RULE_ID,
  type DefaultRule,
  type RetryPolicy,
  retryPolicyDigest,
  type RetryRule,
  type RetryTerms,
} from "./retry.ts";

/** Why there is no retry policy (contract 3.3). The first three are the loader's, which reads the file. */
export type RetryPolicyFailure =
  | "retry_policy_missing"
  | "retry_policy_invalid_json"
  | "retry_policy_io_error"
  | "retry_policy_invalid_shape"
  | "retry_policy_invalid_digest";

/** A policy that holds, or one sentence why not; the contract prints it as `<failureClass>: <message>`. */
export type RetryPolicyReading =
  | { readonly ok: true; readonly policy: RetryPolicy }
  | { readonly ok: false; readonly failureClass: RetryPolicyFailure; readonly message: string };

type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

const KIND = "ci.harness.retry.policy.v1";
const HEAD = ["policyKind", "policyId", "policyDigest"] as const;
const NO_TEXT = "must be a non-empty string";

/** Believes a policy file only when its form holds and its digest is the one computed from it (M10). */
export function parseRetryPolicy(sha256: Sha256, file: Json): RetryPolicyReading {
  if (!isJsonObject(file)) return shape("retry policy root must be an object");
  if (own(file, "schema") !== 1) return shape("retry policy schema must be 1");
  const [policyKind, policyId, policyDigest] = HEAD.map((name) => nonEmpty(file, name));
  if (policyKind === undefined) return shape(`policyKind ${NO_TEXT}`);
  if (policyKind !== KIND) return shape(`policyKind must be '${KIND}' (got '${policyKind}')`);
  if (policyId === undefined) return shape(`policyId ${NO_TEXT}`);
  if (policyDigest === undefined) return shape(`policyDigest ${NO_TEXT}`);
  if (!policyDigest.startsWith("pol1_")) return digest("policyDigest must use pol1_ prefix");
  const defaultRule = parseDefault(own(file, "defaultRule"));
  if (!defaultRule.ok) return shape(defaultRule.message);
  const rules = parseRules(own(file, "rules"), defaultRule.value.ruleId ?? DEFAULT_RULE_ID);
  if (!rules.ok) return shape(rules.message);
  const { policyDigest: _, ...body } = file;
  const expected = retryPolicyDigest(sha256, body);
  if (policyDigest !== expected) return digest(`policyDigest mismatch (expected ${expected}, got ${policyDigest})`);
  const named = { schema: 1, policyKind: KIND, policyId, policyDigest } as const;
  return { ok: true, policy: { ...named, defaultRule: defaultRule.value, rules: rules.value } };
}

function shape(message: string): RetryPolicyReading {
  return { ok: false, failureClass: "retry_policy_invalid_shape", message };
}

function digest(message: string): RetryPolicyReading {
  return { ok: false, failureClass: "retry_policy_invalid_digest", message };
}

/** The terms for everything that has no rule; a file that has none lacks its first member. It may go by another id. */
function parseDefault(value: Json | undefined): Parsed<DefaultRule> {
  const given: JsonObject = value !== undefined && isJsonObject(value) ? value : {};
  const isNamed = Object.hasOwn(given, "ruleId");
  const ruleId = nonEmpty(given, "ruleId");
  if (isNamed && ruleId === undefined) return fault(`defaultRule.ruleId ${NO_TEXT}`);
  const terms = parseTerms(given, "defaultRule");
  if (!terms.ok || ruleId === undefined) return terms;
  return { ok: true, value: { ruleId, ...terms.value } };
}

function parseRules(value: Json | undefined, defaultId: string): Parsed<readonly RetryRule[]> {
  if (!Array.isArray(value) || value.length === 0) return fault("rules must be a non-empty list");
  const items: readonly Json[] = value;
  const rules: RetryRule[] = [];
  // The default rule has its id already: no other rule may take it.
  const ids = new Set([defaultId]);
  const owners = new Map<string, string>();
  for (const [at, item] of items.entries()) {
    const rule = parseRule(item, `rules[${at}]`);
    if (!rule.ok) return rule;
    const { ruleId, failureClasses } = rule.value;
    if (ids.has(ruleId)) return fault(`duplicate ruleId in rules: '${ruleId}'`);
    ids.add(ruleId);
    const twice = sortedByCodePoint(failureClasses).find((failureClass) => owners.has(failureClass));
    if (twice !== undefined)
      return fault(`${DISJOINT} (duplicate '${twice}' in '${owners.get(twice)}' and '${ruleId}')`);
    for (const failureClass of failureClasses) owners.set(failureClass, ruleId);
    rules.push(rule.value);
  }
  return { ok: true, value: rules };
}

const DISJOINT = "failureClasses must be disjoint across rules";

function parseRule(value: Json, label: string): Parsed<RetryRule> {
  if (!isJsonObject(value)) return fault(`${label} must be an object`);
  const ruleId = nonEmpty(value, "ruleId");
  if (ruleId === undefined) return fault(`${label}.ruleId ${NO_TEXT}`);
  const terms = parseTerms(value, label);
  if (!terms.ok) return terms;
  const classes = own(value, "failureClasses");
  if (!Array.isArray(classes) || classes.length === 0) return fault(`${label}.failureClasses must be a non-empty list`);
  // What is no text, or blank, is passed over, as everywhere that classes are read (contract 3.3).
  const failureClasses = [...new Set(classes.map(text).filter((name) => name !== undefined))];
  if (failureClasses.length === 0) return fault(`${label}.failureClasses must contain non-empty strings`);
  return { ok: true, value: { ruleId, failureClasses, ...terms.value } };
}

function parseTerms(value: JsonObject, label: string): Parsed<RetryTerms> {
  const maxAttempts = own(value, "maxAttempts");
  const backoffClass = nonEmpty(value, "backoffClass");
  const escalationAction = nonEmpty(value, "escalationAction");
  if (typeof maxAttempts !== "number" || !Number.isSafeInteger(maxAttempts) || maxAttempts < 1) {
    return fault(`${label}.maxAttempts must be an integer >= 1`);
  }
  if (backoffClass === undefined) return fault(`${label}.backoffClass ${NO_TEXT}`);
  if (escalationAction === undefined) return fault(`${label}.escalationAction ${NO_TEXT}`);
  return { ok: true, value: { maxAttempts, backoffClass, escalationAction } };
}

function fault(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function nonEmpty(value: Json, key: string): string | undefined {
  return isJsonObject(value) ? text(own(value, key)) : undefined;
}

function text(value: Json | undefined): string | undefined {
  return typeof value === "string" ? present(value) : undefined;
}
