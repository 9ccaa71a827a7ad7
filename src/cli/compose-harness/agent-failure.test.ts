import { expect, test } from "vitest";
import { AGENT_ERRORS, type AgentErrorKind } from "#kernel";
import { HARNESS_RETRY_POLICY } from "../../kernel/policy/harness-retry-policy.ts";
import { agentFailureClass } from "./agent-failure.ts";

const TRANSIENT = HARNESS_RETRY_POLICY.rules.find(({ ruleId }) => ruleId === "transient_retry")?.failureClasses ?? [];

test("what a second try may mend is a class that is tried again (contract 3.3)", () => {
  const codes = ["transport", "stream_cut", "rate_limited", "provider_failed", "bad_reply"];
  const classes = codes.map((code) =>
    agentFailureClass({ category: "ModelTransport", message: "", port: "model", code }),
  );
  expect(classes.filter((name) => !TRANSIENT.includes(name))).toEqual([]);
});

test("everything else has a class of its own that no rule tries again", () => {
  const kinds = Object.keys(AGENT_ERRORS) as AgentErrorKind[];
  const known = new Set(HARNESS_RETRY_POLICY.rules.flatMap(({ failureClasses }) => failureClasses));
  const classes = kinds.map((category) => agentFailureClass({ category, message: "" }));
  expect([new Set(classes).size, classes.filter((name) => known.has(name))]).toEqual([kinds.length, []]);
  const refused = { category: "ModelTransport", message: "", port: "model", code: "no_key" } as const;
  expect(agentFailureClass(refused)).toBe("agent_model_failed");
  expect(agentFailureClass({ ...refused, port: "journal", code: "transport" })).toBe("agent_model_failed");
});
