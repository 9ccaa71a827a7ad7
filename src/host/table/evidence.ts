import { type ActionRows, JSON_FLAG } from "../action-row.ts";
import type { SchemaData } from "../actions/schema.ts";
import type { DigestData } from "../actions/digest.ts";

/** What the commands on files of evidence answer. */
export interface EvidenceData {
  readonly "schema.show": SchemaData;
  readonly "json.digest": DigestData;
}

/** The commands on files of evidence. */
export const EVIDENCE_ACTIONS: ActionRows<EvidenceData> = {
  "schema.show": {
    id: "schema.show",
    command: "schema",
    group: "Evidence",
    summary: "Print the JSON Schema of a wire kind; without a name, list the kinds",
    effect: "read",
    flags: [JSON_FLAG],
    operands: [{ name: "KIND", summary: "the kind, such as evidence" }],
    load: () => import("../actions/schema.ts"),
  },
  "json.digest": {
    id: "json.digest",
    command: "digest",
    group: "Evidence",
    summary: "Print the canonical digest of a JSON file",
    effect: "read",
    flags: [
      { name: "canonical", summary: "print the canonical bytes instead, nothing added" },
      { name: "strict", summary: "refuse a key that is given twice (else the last one counts, with a warning)" },
      JSON_FLAG,
    ],
    operands: [{ name: "FILE", required: true, summary: "the file, or - for standard input" }],
    load: () => import("../actions/digest.ts"),
  },
};
