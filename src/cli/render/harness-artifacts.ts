import type {
  FeatureCheckData,
  FeatureNextData,
  FeatureReadData,
  FeatureWriteData,
  SessionBootstrapData,
  SessionReadData,
  SessionWriteData,
} from "#host";
import type { Render } from "./paper.ts";
import { shows } from "./shows.ts";

/** A session that was written (contract 2.1). */
export const sessionWrite: Render<SessionWriteData> = shows({
  text: ({ path, session: { sessionId, state, issueId } }) => [
    "premath harness-session write",
    `  Session ID: ${sessionId}`,
    `  State: ${state}`,
    ...maybe("Issue", issueId),
    `  Path: ${path}`,
  ],
});

/** A session (contract 2.2). */
export const sessionRead: Render<SessionReadData> = shows({
  text: ({ path, session: { sessionId, state, issueId, nextStep } }) => [
    "premath harness-session read",
    `  Session ID: ${sessionId}`,
    `  State: ${state}`,
    ...maybe("Issue", issueId),
    ...maybe("Next Step", nextStep),
    `  Path: ${path}`,
  ],
});

/** The beginning of a fresh context (contract 2.3). */
export const sessionBootstrap: Render<SessionBootstrapData> = shows({
  text: ({ sessionRef, mode, resumeIssueId, nextStep, nextFeatureId }) => [
    "premath harness-session bootstrap",
    `  Session Ref: ${sessionRef}`,
    `  Mode: ${mode}`,
    ...maybe("Resume Issue", resumeIssueId),
    ...maybe("Next Step", nextStep),
    ...maybe("Next Feature", nextFeatureId),
  ],
});

/** A feature that was written (contract 2.4). */
export const featureWrite: Render<FeatureWriteData> = shows({
  text: ({ path, featureId }) => ["premath harness-feature write", `  Feature: ${featureId}`, `  Path: ${path}`],
});

/** A feature ledger (contract 2.4). */
export const featureRead: Render<FeatureReadData> = shows({
  text: ({ path, ledger: { features, sessionRef } }) => [
    "premath harness-feature read",
    `  Path: ${path}`,
    `  Features: ${features.length}`,
    ...maybe("Session Ref", sessionRef),
  ],
});

/** What the check of a ledger found (contract 2.4). */
export const featureCheck: Render<FeatureCheckData> = shows({
  text: ({ result, summary: { featureCount, closureComplete }, nextFeatureId, errors }) => [
    `[harness-feature] ${result === "accepted" ? "OK" : "FAIL"} (features=${featureCount}, closureComplete=${closureComplete}, nextFeature=${nextFeatureId ?? "none"})`,
    ...errors.map(
      ({ class: name, featureId, message }) =>
        `  - ${name}${featureId === undefined ? "" : ` feature=${featureId}`} (${message})`,
    ),
  ],
});

/** The feature to work on next (contract 2.4). */
export const featureNext: Render<FeatureNextData> = shows({
  text: ({ path, exists, nextFeatureId, closureComplete, featureCount }) => [
    "premath harness-feature next",
    `  Path: ${path}`,
    ...(exists
      ? [
          `  Next Feature: ${nextFeatureId ?? "none"}`,
          `  Closure Complete: ${closureComplete}`,
          `  Feature Count: ${featureCount}`,
        ]
      : ["  Next Feature: none (ledger missing)"]),
  ],
});

function maybe(name: string, value: string | null | undefined): readonly string[] {
  return value === null || value === undefined ? [] : [`  ${name}: ${value}`];
}
