import type { JsonObject } from "../json/value.ts";
import { closed } from "./closed-object.ts";
import { BACKEND, EXIT, NETWORK, PROFILE, SHELL_ROW, STREAM } from "./shell-row-schema.ts";

/* What `sandbox check`, `sandbox run` and `doctor` print as JSON; tests hold it against what is printed. */

const TEXT: JsonObject = { type: "string" };
const DIGEST: JsonObject = { type: "string", pattern: "^sha256:[0-9a-f]{64}$" };
const PROBE: JsonObject = closed({ probe: TEXT, expected: TEXT, observed: TEXT });

/** What `sandbox check --json` prints. */
export const SANDBOX_CHECK: JsonObject = closed(
  {
    attested: { type: "boolean" },
    profile: PROFILE,
    network: NETWORK,
    workspace: TEXT,
    attestation: { type: "array", items: PROBE },
  },
  { backend: BACKEND, capabilityProbeDigest: DIGEST, failureClass: TEXT, problem: TEXT },
);

/** What `sandbox run --json` prints. */
export const SANDBOX_RUN: JsonObject = closed({
  command: TEXT,
  shell: TEXT,
  exit: EXIT,
  stdout: closed({ text: TEXT, ...STREAM }),
  stderr: closed({ text: TEXT, ...STREAM }),
  row: SHELL_ROW,
});

const STATE: JsonObject = { enum: ["ok", "warn", "fail"] };

/** What `doctor --json` prints. */
export const DOCTOR: JsonObject = closed({
  state: STATE,
  workspace: TEXT,
  rows: { type: "array", minItems: 1, items: closed({ id: TEXT, state: STATE, found: TEXT }, { mend: TEXT }) },
});
