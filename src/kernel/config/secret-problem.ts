import { quotedText } from "../json/quoted-text.ts";
import { isJsonObject, type Json } from "../json/value.ts";

const SECRET = /^(?:(?:api|access|auth|private|secret|bearer)[-_]?)?(?:key|token|secret|password|credentials?)$/i;
const SECRET_HEADER = /^(?:(?:proxy-)?authorization|cookie|x-api-key|.*-(?:token|key|secret))$/i;
const NAMED = /\$\{[A-Za-z_][A-Za-z0-9_]*\}/;
/** Deeper than any configuration goes. */
const DEEPEST = 8;

/**
 * Why a configuration may not hold what it holds: keys come from the environment only, for a file is committed, shown and sent around.
 * The value itself is never in the sentence.
 */
export function secretProblem(config: Json): string | undefined {
  return isJsonObject(config) ? secretBelow(config, []) : undefined;
}

function secretBelow(value: Json, steps: readonly string[]): string | undefined {
  if (!isJsonObject(value) || steps.length > DEEPEST) return undefined;
  // What a server of MCP is given is its own business, but for headers that are keys.
  const place = steps[0] === "mcp" && steps.length === 3 ? steps[2] : undefined;
  if (place === "env") return undefined;
  for (const [name, entry] of Object.entries(value)) {
    const path = [...steps, name];
    if (place === "headers" && SECRET_HEADER.test(name) && typeof entry === "string" && !NAMED.test(entry))
      return `${pathText(path)} holds a key; keys come from the environment only: write \${NAME} for the variable that holds it`;
    if (place !== "headers" && SECRET.test(name) && typeof entry === "string")
      return `${pathText(path)} holds a key; keys come from the environment only: take it out, and set the variable that 'tusk doctor' names, or that keyVariable of a provider does`;
    const below = secretBelow(entry, path);
    if (below !== undefined) return below;
  }
  return undefined;
}

function pathText(steps: readonly string[]): string {
  return quotedText(steps.join("."));
}
