import type { Sha256 } from "../digest/digest.ts";
import { present } from "../evidence/text.ts";
import { isJsonObject, type Json, type JsonObject } from "../json/value.ts";
import { type RetryPolicy, retryPolicyDigest, type RetryRule, type RetryTerms } from "./retry.ts";

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

/** Believes a policy file only when its form holds and its digest is the one computed from it (M10). */
export function parseRetryPolicy(sha256: Sha256, file: Json): RetryPolicyReading {
  if (!isJsonObject(file)) return shape("the root must be an object");
  if (own(file, "schema") !== 1) return shape("schema must be 1");
  if (nonEmpty(file, "policyKind") !== KIND) return shape(`policyKind must be ${KIND}`);
  const policyId = nonEmpty(file, "policyId");
  const policyDigest = nonEmpty(file, "policyDigest");
  if (policyId === undefined) return shape("policyId must be a non-empty string");
  if (policyDigest === undefined) return shape("policyDigest must be a non-empty string");
  if (!policyDigest.startsWith("pol1_")) return digest("policyDigest must start with pol1_");
  const defaultRule = parseTerms(own(file, "defaultRule"), "defaultRule");
  if (!defaultRule.ok) return shape(defaultRule.message);
  const rules = parseRules(own(file, "rules"));
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

function parseRules(value: Json | undefined): Parsed<readonly RetryRule[]> {
  if (!Array.isArray(value) || value.length === 0) return fault("rules must be a non-empty list");
  const items: readonly Json[] = value;
  const rules: RetryRule[] = [];
  // The default rule has its id already: no other rule may take it.
  const ids = new Set(["default"]);
  const owners = new Map<string, string>();
  for (const [at, item] of items.entries()) {
    const rule = parseRule(item, `rules[${at}]`);
    if (!rule.ok) return rule;
    const { ruleId, failureClasses } = rule.value;
    if (ids.has(ruleId)) return fault(`rules[${at}].ruleId ${JSON.stringify(ruleId)} is taken`);
    ids.add(ruleId);
    const twice = failureClasses.find((failureClass) => owners.has(failureClass));
    if (twice !== undefined) return fault(`${JSON.stringify(twice)} is in rules ${owners.get(twice)} and ${ruleId}`);
    for (const failureClass of failureClasses) owners.set(failureClass, ruleId);
    rules.push(rule.value);
  }
  return { ok: true, value: rules };
}

function parseRule(value: Json, label: string): Parsed<RetryRule> {
  const terms = parseTerms(value, label);
  if (!terms.ok) return terms;
  const ruleId = nonEmpty(value, "ruleId");
  if (ruleId === undefined) return fault(`${label}.ruleId must be a non-empty string`);
  const classes = isJsonObject(value) ? own(value, "failureClasses") : undefined;
  const names = Array.isArray(classes) ? classes.map(text) : [];
  const failureClasses = [...new Set(names.filter((name) => name !== undefined))];
  if (failureClasses.length === 0 || names.includes(undefined)) {
    return fault(`${label}.failureClasses must be a non-empty list of non-empty strings`);
  }
  return { ok: true, value: { ruleId, failureClasses, ...terms.value } };
}

function parseTerms(value: Json | undefined, label: string): Parsed<RetryTerms> {
  if (!isJsonObject(value)) return fault(`${label} must be an object`);
  const maxAttempts = own(value, "maxAttempts");
  const backoffClass = nonEmpty(value, "backoffClass");
  const escalationAction = nonEmpty(value, "escalationAction");
  if (typeof maxAttempts !== "number" || !Number.isSafeInteger(maxAttempts) || maxAttempts < 1) {
    return fault(`${label}.maxAttempts must be an integer >= 1`);
  }
  if (backoffClass === undefined) return fault(`${label}.backoffClass must be a non-empty string`);
  if (escalationAction === undefined) return fault(`${label}.escalationAction must be a non-empty string`);
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
