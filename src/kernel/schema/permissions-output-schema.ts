import type { JsonObject } from "../json/value.ts";
import { closed } from "./closed-object.ts";

/* What `permissions check` and `permissions lint` print as JSON; a test holds it against what is printed. */

const TEXT: JsonObject = { type: "string" };
const COUNT: JsonObject = { type: "integer", minimum: 0 };
const DIGEST: JsonObject = { type: "string", pattern: "^sha256:[0-9a-f]{64}$" };
const EFFECT: JsonObject = { enum: ["allow", "ask", "deny"] };

/** What `permissions check --json` prints. */
export const PERMISSIONS_CHECK: JsonObject = closed({
  effect: EFFECT,
  ruleId: TEXT,
  reasons: { type: "array", minItems: 1, items: closed({ part: TEXT, effect: EFFECT, ruleId: TEXT, why: TEXT }) },
  tool: TEXT,
  args: { type: "object" },
  argsDigest: DIGEST,
  ruleSet: TEXT,
  policyDigest: DIGEST,
});

/** What `permissions lint --json` prints. */
export const PERMISSIONS_LINT: JsonObject = closed(
  { valid: { type: "boolean" }, problems: { type: "array", items: TEXT } },
  { ruleSet: closed({ id: TEXT, digest: DIGEST, rules: COUNT, examples: COUNT }) },
);
