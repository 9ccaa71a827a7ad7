import { expect, test } from "vitest";
import { permitText } from "./permit-text.ts";

test.each([
  [{ kind: "human_override", actor: "me", reason: "tusk issue close bd-1" }, "human_override: tusk issue close bd-1"],
  [
    { kind: "mandate", run: "r", source: { kind: "command", commandLine: "tusk issue add x" } },
    "mandate: tusk issue add x",
  ],
  [{ kind: "mutation_ready", evidenceDigest: "sha256:00" }, "mutation_ready: sha256:00"],
  [{ kind: "escalation", retryPolicyDigest: "sha256:01", refusalWitnessRef: "w1_x" }, "escalation: w1_x"],
  [{ kind: "unheard_of" }, "unheard_of"],
])("a permit says its kind and what it was given for: %j", (permit, text) => {
  expect(permitText(permit)).toBe(text);
});
