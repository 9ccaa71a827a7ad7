import {
  admitRequests,
  bindSpec,
  type CallSpecDraft,
  closeJoin,
  digestJson,
  disposeResults,
  type GuardDecisions,
  guardRequests,
  type JoinClosed,
  type Json,
  type RequestDraft,
  settleResults,
  type ToolResultDraft,
  type TurnClosing,
  type UseDraft,
  type Verdict,
} from "#kernel";
import { sha256 } from "#platform";

/** Everything a full turn goes through its doors with. */
export interface FullTurn {
  readonly draft: CallSpecDraft;
  readonly requests: RequestDraft;
  readonly decisions: GuardDecisions;
  readonly results: readonly ToolResultDraft[];
  readonly use: UseDraft;
  readonly closing: TurnClosing;
}

/** Sends a turn through every door; the first refusal is the answer. */
export function sendThrough(turn: FullTurn): Verdict<JoinClosed> {
  const spec = bindSpec(turn.draft, sha256);
  if (!spec.admitted) return spec;
  const requests = admitRequests(spec.next, turn.requests, sha256);
  if (!requests.admitted) return requests;
  const guarded = guardRequests(requests.next, turn.decisions);
  if (!guarded.admitted) return guarded;
  const results = settleResults(guarded.next, turn.results);
  if (!results.admitted) return results;
  const use = disposeResults(results.next, turn.use);
  return use.admitted ? closeJoin(use.next, turn.closing) : use;
}

const digest = (value: Json): string => digestJson(sha256, value);
const hex = (letter: string): string => `sha256:${letter.repeat(64)}`;

export const READ_SCHEMA: Json = {
  type: "object",
  properties: { path: { type: "string" } },
  required: ["path"],
  additionalProperties: false,
};
export const BASH_SCHEMA: Json = {
  type: "object",
  properties: { command: { type: "string" } },
  required: ["command"],
  additionalProperties: false,
};
export const EDIT_SCHEMA: Json = {
  type: "object",
  properties: { path: { type: "string" }, old_string: { type: "string" }, new_string: { type: "string" } },
  required: ["path", "old_string", "new_string"],
  additionalProperties: false,
};
export const READ_EXAMPLES: Json = [{ path: "src/parser.ts" }];

/** A turn that closes in the full profile and asks for one mutation: read, edit and test a file, then close the issue. */
export const FULL_TURN: FullTurn = {
  draft: {
    turn: { sessionId: "hs1_20261116T000000Z_bd_7", index: 3 },
    modelRef: "acme/coder-2",
    actionMode: "json",
    executionPattern: "chain",
    values: {
      toolChoice: { kind: "auto" },
      catalog: [
        {
          name: "bash",
          schemaDigest: digest(BASH_SCHEMA),
          exampleDigest: digest([]),
          allowedCallers: ["model"],
          loading: "eager",
          effects: ["shell"],
        },
        {
          name: "edit",
          schemaDigest: digest(EDIT_SCHEMA),
          exampleDigest: digest([]),
          allowedCallers: ["model"],
          loading: "eager",
          effects: ["write"],
        },
        {
          name: "read",
          schemaDigest: digest(READ_SCHEMA),
          exampleDigest: digest(READ_EXAMPLES),
          allowedCallers: ["model", "code"],
          loading: "eager",
          effects: ["read"],
        },
      ],
      toolPolicy: { allow: ["bash", "edit", "read"] },
      parallelPolicy: { enabled: false, maxBranches: 0 },
      transportPolicy: { parallelToolCalls: true, order: "strict" },
      truncationPolicy: { maxBytes: 4096, keep: "middle", marker: "\n[... cut ...]\n" },
      boundaryPolicy: { roots: ["/repo"], editSurfaces: ["apply_patch", "edit", "write"], shellMayEdit: false },
      sandbox: {
        profile: "workspace-write",
        network: "none",
        attestation: [
          { probe: "write-outside", expected: "refused", observed: "refused" },
          { probe: "connect-out", expected: "refused", observed: "refused" },
        ],
      },
      stopPolicy: { maxTurns: 20, checkpoints: [] },
      protocolPolicy: {
        handled: { tool_use: "continue", pause_turn: "continue", max_tokens: "stop", end_turn: "stop" },
      },
      renderProtocol: { injectionPoints: ["tool_response"] },
      reminderQueuePolicy: { dedup: true, maxItems: 8 },
      stateViewPolicy: { required: ["open-work"] },
      decompositionPolicy: { patterns: ["single", "chain"], maxFanOut: 0 },
      role: { kind: "specialist", id: "coder" },
      contextScope: {
        read: ["/repo/**"],
        write: ["/repo/src/**"],
        owners: [{ glob: "/repo/docs/**", role: "writer" }],
      },
      mutationPolicy: { close: "after green tests" },
      preContextFilter: { enabled: false, tools: [] },
      governance: {
        package: { name: "team-policy", version: "2.1.0", integrity: "sha512-0123456789abcdef" },
        guardrails: {
          required: ["pre_flight", "output"],
          list: [
            { id: "secrets", stage: "pre_flight" },
            { id: "leaks", stage: "output" },
          ],
        },
        observability: { mode: "dashboard", processors: [] },
        riskTier: "moderate",
        controlProfiles: { low: {}, moderate: { review: "tests" }, high: { review: "person" } },
      },
    },
  },
  requests: {
    requests: [
      {
        toolCallId: "tc-1",
        toolName: "read",
        providerCallId: "toolu_01",
        actionId: "a1",
        index: 0,
        block: { replyDigest: hex("a"), n: 0 },
        args: { path: "/repo/src/parser.ts" },
        repairs: [],
      },
      {
        toolCallId: "tc-2",
        toolName: "edit",
        providerCallId: "toolu_02",
        actionId: "a2",
        index: 1,
        block: { replyDigest: hex("a"), n: 1 },
        args: { path: "/repo/src/parser.ts", old_string: "< lines", new_string: "<= lines" },
        repairs: [],
      },
      {
        toolCallId: "tc-3",
        toolName: "bash",
        providerCallId: "toolu_03",
        actionId: "a3",
        index: 2,
        block: { replyDigest: hex("a"), n: 2 },
        args: { command: "npm test" },
        repairs: [],
      },
    ],
    values: [READ_SCHEMA, BASH_SCHEMA, EDIT_SCHEMA, READ_EXAMPLES],
  },
  decisions: {
    permissions: {
      "tc-1": { decision: "allow", ruleId: "read-inside" },
      "tc-2": { decision: "allow", ruleId: "edit-inside" },
      "tc-3": { decision: "approved", ruleId: "ask-shell", approvalRef: "approval://1" },
    },
    guards: [
      { stage: "pre_flight", guardrailId: "secrets", scope: "turn", decision: "pass", inputDigest: hex("b"), seq: 11 },
    ],
  },
  results: [
    {
      toolCallId: "tc-1",
      outcome: "ok",
      provenance: { kind: "api", ref: "tools/read" },
      seq: 12,
      order: 0,
      payload: "while (i < lines) {\n}\n",
      shown: "while (i < lines) {\n}\n",
      injectionPoint: "tool_response",
      reads: ["/repo/src/parser.ts"],
    },
    {
      toolCallId: "tc-2",
      outcome: "ok",
      provenance: { kind: "api", ref: "tools/edit" },
      seq: 13,
      order: 1,
      payload: { replaced: 1 },
      shown: '{"replaced":1}',
      injectionPoint: "tool_response",
      surface: "edit",
      artifacts: [{ path: "/repo/src/parser.ts", before: hex("c"), after: hex("d") }],
    },
    {
      toolCallId: "tc-3",
      outcome: "failed",
      provenance: { kind: "command", ref: "/bin/bash -lc" },
      seq: 14,
      order: 2,
      payload: { exit_code: 1, stdout: "1 failing" },
      shown: '{"exit_code":1,"stdout":"1 failing"}',
      injectionPoint: "tool_response",
      shell: {
        commandDigest: `sha256:${sha256("npm test")}`,
        workdir: "/repo",
        profile: "workspace-write",
        network: "none",
        exit: 1,
      },
      error: { errorCode: "NonZeroExit", retryable: false, errorMessage: "exit code 1" },
    },
  ],
  use: {
    summary: { ref: "summary://3", inputs: ["tc-1", "tc-3"] },
    intent: { action: "issue.update", args: { id: "bd-7", note: "parser fixed" }, inputs: ["tc-3"] },
  },
  closing: {
    stopReason: "tool_use",
    continuationAllowed: true,
    reminderQueues: [{ queueId: "default", reduced: ["run the tests again"] }],
    stateViews: [{ viewId: "open-work", view: { issue: "bd-7", open: 1 } }],
    sessionRefs: ["session://hs1_20261116T000000Z_bd_7"],
    trajectoryRefs: ["trajectory://3"],
    guards: [
      { stage: "output", guardrailId: "leaks", scope: "turn", decision: "pass", inputDigest: hex("e"), seq: 15 },
    ],
    values: [],
  },
};
