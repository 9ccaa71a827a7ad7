import type { PolicyParts } from "../spec/policy-parts.ts";
import type { NormalizedCallSpec } from "../evidence/normalized.ts";
import { callSpecTexts } from "./plain-wire.ts";

/** Texts of plain turns that stay the same from turn to turn under the same policies: each is written once. */
export interface PlainTexts {
  readonly callSpec: (spec: NormalizedCallSpec) => string;
  /** What stands before and behind the id in the wire row of a request. */
  readonly asked: (tool: string) => Around;
  /** A name as JSON: of a rule, of where results come from or where they are put. */
  readonly quoted: (name: string) => string;
}

interface Around {
  readonly head: string;
  readonly tail: string;
}

/** Most names that are kept: they come from programs, not from models, and are few. */
const MOST_NAMES = 256;

/** The texts of turns under these policies. */
export function plainTexts({ catalog }: Pick<PolicyParts, "catalog">): PlainTexts {
  const known = new Map<string, Around>();
  const names = new Map<string, string>();
  return {
    callSpec: callSpecTexts(),
    asked: (tool) => {
      const kept = known.get(tool);
      if (kept !== undefined) return kept;
      const made = askedTexts(tool, catalog.get(tool)?.schemaDigest);
      // Only tools of the catalog get here in a plain turn.
      known.set(tool, made);
      return made;
    },
    quoted: (name) => {
      const kept = names.get(name);
      if (kept !== undefined) return kept;
      const made = JSON.stringify(name);
      if (names.size < MOST_NAMES) names.set(name, made);
      return made;
    },
  };
}

function askedTexts(tool: string, schemaDigest: string | undefined): Around {
  const schema = schemaDigest === undefined ? "" : `,"schemaDigest":${JSON.stringify(schemaDigest)}`;
  return { head: `{"callerId":"model"${schema},"toolCallId":`, tail: `,"toolName":${JSON.stringify(tool)}}` };
}
