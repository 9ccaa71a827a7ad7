import type { Json, SpecValues, ToolResultDraft } from "#kernel";
import { digestOf, found, hex, textDigestOf } from "./altered-turn.ts";
import { FULL_TURN, type FullTurn, READ_SCHEMA } from "./full-turn.ts";
import { catalogDigestOf, resultOf, vary, withRequest, withResult } from "./vary-turn.ts";

/*
 * Turns that close, each showing one more thing than the first: vectors and whole turns are made from them. They go
 * through the doors of the kernel, so every digest in them is the one that the runtime would have written.
 */

const { catalog } = FULL_TURN.draft.values;

export const RUN_SCHEMA: Json = {
  type: "object",
  properties: { source: { type: "string" } },
  required: ["source"],
  additionalProperties: false,
};

const RUN_ROW: SpecValues["catalog"][number] = {
  name: "run",
  schemaDigest: digestOf(RUN_SCHEMA),
  exampleDigest: digestOf([]),
  allowedCallers: ["model"],
  loading: "eager",
  effects: ["code"],
};

const CODE_REQUEST = {
  toolCallId: "tc-1",
  toolName: "run",
  providerCallId: "toolu_01",
  actionId: "a1",
  index: 0,
  block: { replyDigest: hex("a"), n: 0 },
  args: { source: "for path in paths: read(path)" },
  repairs: [],
} as const;

function readByProgram(id: string, seq: number, path: string): (typeof FULL_TURN.requests.requests)[number] {
  const edge = { parentCallId: CODE_REQUEST.toolCallId, seq };
  return { ...CODE_REQUEST, toolCallId: id, toolName: "read", index: seq + 1, args: { path }, callerEdge: edge };
}

function readResult(id: string, seq: number, path: string, payload: string): ToolResultDraft {
  const provenance = { kind: "api", ref: "tools/read" } as const;
  return {
    toolCallId: id,
    outcome: "ok",
    provenance,
    seq,
    payload,
    shown: payload,
    injectionPoint: "code",
    reads: [path],
  };
}

/** Code mode: one program reads two files, and only what it prints goes into the context. */
export const CODE_TURN: FullTurn = vary(FULL_TURN, {
  draft: { actionMode: "code" },
  spec: { catalog: [...catalog, RUN_ROW], toolPolicy: { allow: ["bash", "edit", "read", "run"] } },
  requests: [
    CODE_REQUEST,
    readByProgram("tc-2", 0, "/repo/src/parser.ts"),
    readByProgram("tc-3", 1, "/repo/src/lexer.ts"),
  ],
  values: [RUN_SCHEMA],
  results: [
    {
      toolCallId: "tc-1",
      outcome: "ok",
      provenance: { kind: "route", ref: "runtime/python" },
      seq: 14,
      order: 0,
      payload: "2 files, 3 lines\n",
      shown: "2 files, 3 lines\n",
      injectionPoint: "tool_response",
      code: { stdout: "2 files, 3 lines\n", stderr: "", traceback: "" },
    },
    readResult("tc-2", 12, "/repo/src/parser.ts", "while (i < lines) {\n}\n"),
    readResult("tc-3", 13, "/repo/src/lexer.ts", "next();\n"),
  ],
  use: { summary: { ref: "summary://3", inputs: ["tc-1"] } },
});

/** Code mode in which the program fails half way: its traceback is evidence, and its calls stay joined. */
export const CODE_FAILED_TURN: FullTurn = vary(CODE_TURN, {
  results: withResult(CODE_TURN, "tc-1", {
    outcome: "failed",
    payload: "KeyError: 'lexer'",
    shown: "KeyError: 'lexer'",
    code: { stdout: "", stderr: "KeyError: 'lexer'", traceback: "line 1, in <module>" },
    error: { errorCode: "ProgramFailed", retryable: false, errorMessage: "KeyError: 'lexer'" },
  }),
});

/** Text mode: the calls were read from the reply by a named adapter profile, one per action. */
export const TEXT_TURN: FullTurn = vary(FULL_TURN, {
  draft: { actionMode: "text" },
  requests: FULL_TURN.requests.requests.map((row) => ({ ...row, adapterProfile: "fenced_json.v1" })),
});

const DEFERRED = catalog.map((row) => (row.name === "read" ? { ...row, loading: "deferred" as const } : row));

/** The read tool is loaded on demand: a search in the bound catalog found it. */
export const SEARCH_TURN: FullTurn = vary(FULL_TURN, {
  spec: { catalog: DEFERRED },
  requests: withRequest(FULL_TURN, "tc-1", {
    searchRef: {
      query: "show a file",
      catalogDigest: catalogDigestOf(DEFERRED),
      resultSet: [{ name: "read", schemaDigest: digestOf(READ_SCHEMA) }],
    },
  }),
});

/** The calls run in two branches, as pattern and policy allow. */
export const PARALLEL_TURN: FullTurn = vary(FULL_TURN, {
  draft: { executionPattern: "parallel" },
  spec: {
    parallelPolicy: { enabled: true, maxBranches: 2 },
    decompositionPolicy: { patterns: ["single", "chain", "parallel"], maxFanOut: 0 },
  },
  requests: FULL_TURN.requests.requests.map((row, at) => ({ ...row, branch: at === 0 ? "look" : "change" })),
});

const MARKER = "\n[cut]\n";
const LONG = "while (i < lines) {\n  next();\n  i += 1;\n}\nreturn tokens;\n";
const CUT_TEXT = `${LONG.slice(0, 20)}${MARKER}${LONG.slice(-20)}`;

/** A long file of which the model saw head and tail. */
export const CUT_TURN: FullTurn = vary(FULL_TURN, {
  spec: { truncationPolicy: { maxBytes: 48, keep: "middle", marker: MARKER } },
  results: withResult(FULL_TURN, "tc-1", {
    payload: LONG,
    shown: CUT_TEXT,
    truncation: {
      totalBytes: LONG.length,
      sha256: textDigestOf(LONG),
      headBytes: 20,
      tailBytes: 20,
      markerBytes: MARKER.length,
    },
  }),
});

const PLAN = { ref: "file:///repo/plan.md", digest: hex("1") };

/** Work is handed to the tester with the plan it needs and a way back. */
export const HANDOFF_TURN: FullTurn = vary(FULL_TURN, {
  spec: {
    handoffContract: {
      from: ["coder"],
      allowedTargets: ["tester"],
      requiredArtifacts: [PLAN.ref],
      requireReturnPath: true,
    },
  },
  use: {
    ...FULL_TURN.use,
    handoff: {
      target: "tester",
      returnPathRef: "session://hs1_20261116T000000Z_bd_7",
      packet: { intent: "test the parser", constraints: ["no edits"], inputs: ["tc-2"], artifacts: [PLAN] },
      existing: [PLAN],
    },
  },
});

const PACKET: Json = { intent: "test the parser", constraints: ["no edits"], inputs: ["tc-2"], artifacts: [PLAN] };

/** The tester takes the work up: the packet is there and the plan is what was promised. */
export const RESUMED_TURN: FullTurn = vary(FULL_TURN, {
  closing: { handoffIn: { packetDigest: digestOf(PACKET), artifacts: [PLAN] }, values: [PACKET] },
});

const CARRIED = [
  { item: "goal", digest: hex("2") },
  { item: "open-work", digest: hex("3") },
];
const REPLACED = [hex("4"), hex("5")];

/** The context was compacted under a policy, and what has to be carried was. */
export const COMPACTED_TURN: FullTurn = vary(FULL_TURN, {
  spec: { compactionPolicy: { carry: ["goal", "open-work"] } },
  closing: {
    compaction: {
      replaced: REPLACED,
      carried: CARRIED,
      continuityDigest: digestOf({ carried: CARRIED, replaced: REPLACED }),
    },
  },
});

/** An orchestrator split the work over two issues, and both children have joined. */
export const ORCHESTRATOR_TURN: FullTurn = vary(FULL_TURN, {
  draft: { executionPattern: "orchestrator_workers" },
  spec: {
    role: { kind: "orchestrator", id: "lead" },
    decompositionPolicy: { patterns: ["chain", "orchestrator_workers"], maxFanOut: 2 },
  },
  closing: {
    fanOut: {
      children: [
        { issueId: "bd-8", sessionId: "hs1_20261116T000100Z_bd_8", join: hex("6") },
        { issueId: "bd-9", sessionId: "hs1_20261116T000200Z_bd_9", join: hex("7") },
      ],
    },
  },
});

const AUTONOMY = { metric: "resolved", evalProfileRef: "eval://parser-suite" };

/** Autonomy is bound to a measured value, and the measure reaches it. */
export const AUTONOMOUS_TURN: FullTurn = vary(FULL_TURN, {
  spec: {
    decompositionPolicy: { patterns: ["chain"], maxFanOut: 0, autonomous: { ...AUTONOMY, threshold: 0.75 } },
  },
  closing: { autonomy: { ...AUTONOMY, measured: 0.82 } },
});

/** The third turn is a checkpoint, and a person has approved it. */
export const CHECKPOINT_TURN: FullTurn = vary(FULL_TURN, {
  spec: { stopPolicy: { maxTurns: 20, checkpoints: [{ at: 3, kind: "review" }] } },
  closing: { checkpoints: [{ at: 3, approvalRef: "approval://2" }] },
});

/** The last turn that the policy allows, and the loop ends with it. */
export const LAST_TURN: FullTurn = vary(FULL_TURN, {
  draft: { turn: { sessionId: "hs1_20261116T000000Z_bd_7", index: 20 } },
  closing: { stopReason: "end_turn", continuationAllowed: false },
});

/** The model only spoke: no call, nothing consumed. */
export const QUIET_TURN: FullTurn = vary(FULL_TURN, {
  requests: [],
  results: [],
  use: {},
  closing: { stopReason: "end_turn", continuationAllowed: false },
});

const guard = {
  pre_flight: { stage: "pre_flight", guardrailId: "secrets", decision: "pass", inputDigest: hex("b") },
  input: { stage: "input", guardrailId: "injection", decision: "pass", inputDigest: hex("8") },
  output: { stage: "output", guardrailId: "leaks", decision: "pass", inputDigest: hex("e") },
} as const;

/** All three guardrail stages looked, the input stage at each call. */
export const GUARDED_TURN: FullTurn = vary(FULL_TURN, {
  governance: {
    guardrails: {
      required: ["pre_flight", "input", "output"],
      list: [
        { id: "secrets", stage: "pre_flight" },
        { id: "injection", stage: "input", threshold: 0.5, modelRef: "acme/guard-1" },
        { id: "leaks", stage: "output" },
      ],
    },
  },
  guards: [{ ...guard.pre_flight, scope: "turn", seq: 8 }],
  closing: {
    guards: [
      { ...guard.input, scope: "tc-1", seq: 9, threshold: 0.5, modelRef: "acme/guard-1" },
      { ...guard.input, scope: "tc-2", seq: 10, threshold: 0.5, modelRef: "acme/guard-1" },
      { ...guard.input, scope: "tc-3", seq: 11, threshold: 0.5, modelRef: "acme/guard-1" },
      { ...guard.output, scope: "turn", seq: 15 },
    ],
  },
});

const { shell: _neverRan, ...notRun } = resultOf(FULL_TURN, "tc-3");

/** A guardrail refused one call, and the call was denied: the turn closes. */
export const REFUSED_BY_GUARD_TURN: FullTurn = vary(FULL_TURN, {
  guards: [
    ...FULL_TURN.decisions.guards,
    { ...guard.pre_flight, scope: "tc-3", decision: "trigger", inputDigest: hex("9"), seq: 12 },
  ],
  results: [
    { ...resultOf(FULL_TURN, "tc-1"), seq: 13 },
    { ...resultOf(FULL_TURN, "tc-2"), seq: 14 },
    {
      ...notRun,
      seq: 15,
      outcome: "denied",
      payload: "refused by secrets",
      shown: "refused by secrets",
      error: { errorCode: "Denied", retryable: false, errorMessage: "refused by secrets" },
    },
  ],
  closing: { guards: [{ ...guard.output, scope: "turn", seq: 16 }] },
});

const governanceDigest = digestOf(FULL_TURN.draft.values.governance);

/** Governance is claimed, and its package is pinned. */
export const GOVERNED_TURN: FullTurn = vary(FULL_TURN, {
  closing: {
    governanceProfile: {
      claimId: "profile.doctrine_inf_governance.v0",
      claimed: true,
      policyProvenance: {
        pinned: true,
        packageRef: "team-policy@2.1.0",
        expectedDigest: governanceDigest,
        boundDigest: governanceDigest,
      },
    },
  },
});

const { error: _noError, ...ranTests } = resultOf(FULL_TURN, "tc-3");

/** The tests pass, and the turn asks for a promotion of a governance policy. */
export const PROMOTION_TURN: FullTurn = vary(FULL_TURN, {
  governance: {
    evalGate: { minPrecision: 0.9, minRecall: 0.8, minF1: 0.85 },
    redTeam: { plugins: ["injection", "leak"], strategies: ["direct", "encoded"], minProbes: 3 },
  },
  results: [
    resultOf(FULL_TURN, "tc-1"),
    resultOf(FULL_TURN, "tc-2"),
    { ...ranTests, outcome: "ok", payload: "12 passing", shown: "12 passing" },
  ],
  use: {
    summary: { ref: "summary://3", inputs: ["tc-1", "tc-3"] },
    intent: { action: "policy.promote", args: { package: "team-policy@2.2.0" }, inputs: ["tc-3"] },
  },
});

/** The result of one call is tried again, another one was not needed: both say so. */
export const RETRIED_TURN: FullTurn = vary(FULL_TURN, {
  use: {
    summary: { ref: "summary://3", inputs: ["tc-1"] },
    notes: [
      { toolCallId: "tc-2", reasonCode: "superseded" },
      { toolCallId: "tc-3", retry: { decisionRef: "retry://1" } },
    ],
  },
});

/** The machine died while the tests ran: nobody knows what the call did, so nothing rests on it. */
export const INTERRUPTED_TURN: FullTurn = vary(FULL_TURN, {
  results: [
    resultOf(FULL_TURN, "tc-1"),
    resultOf(FULL_TURN, "tc-2"),
    {
      ...notRun,
      outcome: "interrupted",
      payload: "no answer",
      shown: "no answer",
      error: { errorCode: "Interrupted", retryable: false, errorMessage: "the run ended before this call did" },
    },
  ],
  use: { summary: { ref: "summary://3", inputs: ["tc-1"] } },
});

/** Payloads go to a dashboard, as the mode allows. */
export const DASHBOARD_TURN: FullTurn = vary(FULL_TURN, {
  closing: { exports: [{ sink: "traces", carries: "payload" }] },
});

/** Only a registered processor hears of the turn, by digest. */
export const PROCESSOR_TURN: FullTurn = vary(FULL_TURN, {
  governance: { observability: { mode: "internal_processor", processors: ["traces"] } },
  closing: { exports: [{ sink: "traces", carries: "digest" }] },
});

/** Nobody hears of the turn. */
export const SILENT_TURN: FullTurn = vary(FULL_TURN, {
  governance: { observability: { mode: "disabled", processors: [] } },
});

/** The tool that was called with `specific` is the one that was chosen. */
export const CHOSEN_TURN: FullTurn = vary(FULL_TURN, {
  spec: { toolChoice: { kind: "specific", tool: "read" } },
  requests: [found(FULL_TURN.requests.requests[0])],
  results: [resultOf(FULL_TURN, "tc-1")],
  use: { summary: { ref: "summary://3", inputs: ["tc-1"] } },
});
