import { Float } from "#kernel";
import { REPLY, SCHEMA } from "./plain-turn.ts";

/** A turn that may be changed; `any` of its own, because what is put in is mostly what its types forbid. */
// oxlint-disable-next-line typescript/no-explicit-any
type Open = any;

/** One way to stop being plain: the condition that is broken, and how. At least two calls are there. */
export type Break = readonly [condition: string, breaks: (turn: Open) => void];

const ARTIFACT = { ref: "file://plan.md", digest: REPLY };
const ERROR = { errorCode: "Failed", retryable: false, errorMessage: "it failed" };
/** What shows that autonomy was earned, where it is bound to a measure. */
export const AUTONOMY = { metric: "m", measured: 1, evalProfileRef: "eval://1" } as const;
const REF = { $digest: REPLY };

/** Each condition of plainness, broken alone. Some of these turns hold all the same; none is plain. */
export const BREAKS: readonly Break[] = [
  // What is bound.
  ["no guardrail is listed", (t) => t.draft.values.governance.guardrails.list.push({ id: "leaks", stage: "output" })],
  ["no guardrail is required", (t) => t.draft.values.governance.guardrails.required.push("output")],
  ["everything may be kept", (t) => (t.draft.values.governance.observability.mode = "disabled")],
  ["a processor is registered", (t) => (t.draft.values.governance.observability.mode = "internal_processor")],
  ["any tool may be chosen", (t) => (t.draft.values.toolChoice = { kind: "any" })],
  ["no tool was chosen", (t) => (t.draft.values.toolChoice = { kind: "specific", tool: "add" })],
  ["no checkpoint is set", (t) => t.draft.values.stopPolicy.checkpoints.push({ at: 0, kind: "review" })],
  [
    "autonomy is bound to nothing",
    (t) => (t.draft.values.decompositionPolicy.autonomous = { metric: "m", threshold: 1, evalProfileRef: "eval://1" }),
  ],
  ["policies are values", (t) => (t.draft.values.mutationPolicy = REF)],
  ["no text stands among the values", (t) => t.requests.values.push(JSON.stringify(SCHEMA))],
  ["the package is pinned", (t) => delete t.draft.values.governance.package.integrity],
  ["the version is exact", (t) => (t.draft.values.governance.package.version = "^2.0.0")],
  ["the risk tier has a profile", (t) => (t.draft.values.governance.riskTier = "unheard")],
  // The turn.
  ["the mode is json", (t) => (t.draft.actionMode = "code")],
  ["the mode needs no adapter", (t) => (t.draft.actionMode = "text")],
  ["the pattern is listed", (t) => (t.draft.executionPattern = "route")],
  [
    "the pattern demands no children",
    (t) => {
      t.draft.executionPattern = "orchestrator_workers";
      t.draft.values.decompositionPolicy.patterns.push("orchestrator_workers");
    },
  ],
  // Requests.
  ["the tool is known", (t) => (t.requests.requests[0].toolName = "unknown")],
  ["the tool is allowed", (t) => (t.requests.requests[0].toolName = "forbidden")],
  ["the tool is eager", (t) => (t.requests.requests[0].toolName = "deferred")],
  ["a model may call it", (t) => (t.requests.requests[0].toolName = "coded")],
  ["reading has to show nothing", (t) => (t.requests.requests[0].toolName = "reading")],
  ["running has to show nothing", (t) => (t.requests.requests[0].toolName = "running")],
  ["the schema is there", (t) => (t.requests.requests[0].toolName = "schemaless")],
  ["the examples are there", (t) => (t.requests.requests[0].toolName = "exampleless")],
  ["a known name is as it is", (t) => (t.requests.requests[0].toolName = " padded ")],
  ["the name is as it is", (t) => (t.requests.requests[0].toolName = " add ")],
  ["the arguments fit", (t) => (t.requests.requests[1].args = { n: "one" })],
  [
    "the arguments are there themselves",
    (t) => Object.assign(t.requests.requests[1], { args: REF, toolName: "anything" }),
  ],
  ["the arguments are native", (t) => (t.requests.requests[1].args = { n: new Float(1) })],
  ["the arguments are JSON", (t) => (t.requests.requests[1].args = { n: 1, more: new Map() })],
  ["ids are unique", (t) => (t.requests.requests[1].toolCallId = t.requests.requests[1].actionId = "tc-0")],
  ["ids are trimmed", (t) => (t.requests.requests[1].toolCallId = t.requests.requests[1].actionId = " tc-1 ")],
  ["ids are there", (t) => (t.requests.requests[1].toolCallId = t.requests.requests[1].actionId = "")],
  ["one action makes one call", (t) => (t.requests.requests[1].actionId = "tc-0")],
  ["calls have no branch", (t) => (t.requests.requests[0].branch = "a")],
  ["calls need no adapter", (t) => (t.requests.requests[0].adapterProfile = "fenced_json.v1")],
  [
    "calls were not searched for",
    (t) => (t.requests.requests[0].searchRef = { query: "add", catalogDigest: REPLY, resultSet: [] }),
  ],
  ["the model calls itself", (t) => (t.requests.requests[1].callerEdge = { parentCallId: "tc-0", seq: 1 })],
  ["calls stand as they were asked", (t) => (t.requests.requests[0].index = 9)],
  ["the transport carries several", (t) => (t.draft.values.transportPolicy.parallelToolCalls = false)],
  ["a request has no other field", (t) => (t.requests.requests[0].added = 1)],
  ["repairs have their form", (t) => (t.requests.requests[0].repairs = [{ rule: 1 }])],
  ["there is no hole", (t) => (t.requests.requests = [t.requests.requests[0], undefined])],
  // Permissions.
  ["a call is allowed", (t) => (t.decisions.permissions["tc-0"] = { decision: "deny", ruleId: "no" })],
  ["somebody approved", (t) => (t.decisions.permissions["tc-0"] = { decision: "approved", ruleId: "asked" })],
  [
    "who approved is named",
    (t) => (t.decisions.permissions["tc-0"] = { decision: "approved", ruleId: "asked", approvalRef: " " }),
  ],
  ["every call was asked about", (t) => delete t.decisions.permissions["tc-1"]],
  ["a permission has no other field", (t) => (t.decisions.permissions["tc-0"].added = 1)],
  [
    "no guardrail looked before",
    (t) =>
      t.decisions.guards.push({
        stage: "pre_flight",
        guardrailId: "g",
        scope: "turn",
        decision: "pass",
        inputDigest: REPLY,
        seq: 1,
      }),
  ],
  // Results.
  ["a result is well", (t) => Object.assign(t.results[0], { outcome: "failed", error: ERROR })],
  ["a result that is well has no error", (t) => (t.results[0].error = ERROR)],
  ["a failure says why", (t) => (t.results[0].outcome = "failed")],
  ["a result is known to have ended", (t) => Object.assign(t.results[0], { outcome: "interrupted", error: ERROR })],
  ["a result answers its call", (t) => (t.results[0].toolCallId = "tc-9")],
  ["results stand in call order", (t) => (t.results = t.results.toReversed())],
  ["every call has a result", (t) => t.results.pop()],
  ["a call has one result", (t) => t.results.push({ ...t.results[0] })],
  ["results say when they were handed over", (t) => delete t.results[0].order],
  ["results were handed over in order", (t) => (t.results[0].order = 7)],
  ["there is a payload", (t) => delete t.results[0].payload],
  ["the payload is something", (t) => Object.assign(t.results[0], { payload: null, shown: "" })],
  ["the payload is there itself", (t) => Object.assign(t.results[0], { payload: REF, shown: JSON.stringify(REF) })],
  ["the payload is native", (t) => Object.assign(t.results[0], { payload: new Float(1), shown: "1.0" })],
  ["the payload is shown", (t) => (t.results[0].shown = `${t.results[0].shown}!`)],
  [
    "no more is shown than may be",
    (t) => Object.assign(t.results[0], { payload: "x".repeat(201), shown: "x".repeat(201) }),
  ],
  [
    "no more bytes are shown than may be",
    (t) => Object.assign(t.results[0], { payload: "ü".repeat(101), shown: "ü".repeat(101) }),
  ],
  ["the injection point is listed", (t) => (t.results[0].injectionPoint = "elsewhere")],
  ["the injection point is a listed word", (t) => (t.results[0].injectionPoint = "Tool_Response")],
  [
    "the injection point is as it is",
    (t) => {
      t.draft.values.renderProtocol.injectionPoints.push("Tool_Response", "Elsewhere");
      t.results[0].injectionPoint = "Elsewhere";
    },
  ],
  [
    "nothing was cut",
    (t) => (t.results[0].truncation = { totalBytes: 1, sha256: REPLY, headBytes: 1, tailBytes: 0, markerBytes: 0 }),
  ],
  ["nothing was read", (t) => (t.results[0].reads = ["/etc/passwd"])],
  ["nothing was written", (t) => (t.results[0].artifacts = [{ path: "/repo/src/a.ts", after: REPLY }])],
  ["no surface was used", (t) => (t.results[0].surface = "edit")],
  [
    "no shell ran",
    (t) => (t.results[0].shell = { commandDigest: REPLY, workdir: "/", profile: "none", network: "all", exit: 0 }),
  ],
  ["no program ran", (t) => (t.results[0].code = { stdout: REF, stderr: "", traceback: "" })],
  ["tokens are not counted", (t) => (t.results[0].tokens = { input: 1, output: 1 })],
  ["the origin has its form", (t) => (t.results[0].provenance = { kind: "rumour", ref: "" })],
  // Use.
  ["nothing is noted of a result", (t) => (t.use.notes = [{ toolCallId: "tc-0", reasonCode: "irrelevant" }])],
  ["the list of notes is absent", (t) => (t.use.notes = [])],
  ["no summary names a result", (t) => (t.use.summary = { ref: "summary://1", inputs: ["tc-0"] })],
  ["no intent names a result", (t) => (t.use.intent = { action: "issue.update", args: {}, inputs: ["tc-9"] })],
  [
    "nothing is handed over",
    (t) =>
      (t.use.handoff = {
        target: "x",
        packet: { intent: 1, constraints: 1, inputs: [], artifacts: [ARTIFACT] },
        existing: [],
      }),
  ],
  // The end.
  ["the stop reason is known", (t) => (t.closing.stopReason = "refusal")],
  ["the stop reason is as it is", (t) => (t.closing.stopReason = " Tool_Use ")],
  [
    "a stop reason that is handled is one of the four",
    (t) => {
      t.draft.values.protocolPolicy.handled["Refusal"] = "stop";
      Object.assign(t.closing, { stopReason: "Refusal", continuationAllowed: false });
    },
  ],
  ["the stop reason is handled", (t) => delete t.draft.values.protocolPolicy.handled[t.closing.stopReason]],
  ["the policy goes on", (t) => Object.assign(t.closing, { stopReason: "end_turn", continuationAllowed: true })],
  [
    "there is a turn left",
    (t) => {
      t.draft.turn.index = 20;
      Object.assign(t.closing, { stopReason: "tool_use", continuationAllowed: true });
    },
  ],
  ["whether it goes on is said", (t) => delete t.closing.continuationAllowed],
  [
    "a queue was reduced",
    (t) => Object.assign(t.closing, { stopReason: "tool_use", continuationAllowed: true, reminderQueues: [] }),
  ],
  [
    "there is a view",
    (t) => Object.assign(t.closing, { stopReason: "tool_use", continuationAllowed: true, stateViews: [] }),
  ],
  [
    "the required view is there",
    (t) => {
      Object.assign(t.closing, { stopReason: "tool_use", continuationAllowed: true });
      t.closing.stateViews[0].viewId = "another";
    },
  ],
  ["a queue is short", (t) => (t.closing.reminderQueues[0].reduced = Array.from({ length: 9 }, (_, at) => `${at}`))],
  ["no item stands there twice", (t) => (t.closing.reminderQueues[0].reduced = ["a", "a"])],
  ["a queue is a list", (t) => (t.closing.reminderQueues[0].reduced = { 0: "a" })],
  ["a queue is native", (t) => (t.closing.reminderQueues[0].reduced = [new Float(1)])],
  ["queues have ids of their own", (t) => t.closing.reminderQueues.push({ ...t.closing.reminderQueues[0] })],
  ["the id of a queue has UTF-8", (t) => (t.closing.reminderQueues[0].queueId = "\uD800")],
  ["the id of a view has UTF-8", (t) => t.closing.stateViews.push({ viewId: "\uD800", view: {} })],
  ["the id of a queue is as it is", (t) => (t.closing.reminderQueues[0].queueId = " notes ")],
  [
    "a view is no text",
    (t) => {
      t.closing.stateViews.push({ viewId: "text", view: "x" });
      Object.assign(t.results[0], { payload: '"x"', shown: '"x"' });
    },
  ],
  ["views have ids of their own", (t) => t.closing.stateViews.push({ ...t.closing.stateViews[0] })],
  ["the id of a view is as it is", (t) => (t.closing.stateViews[0].viewId = " open-work ")],
  ["a view is native", (t) => (t.closing.stateViews[0].view = { n: 1e21 })],
  ["sources are texts", (t) => (t.closing.stateViews[0].sourceRefs = [1])],
  ["session refs are texts", (t) => (t.closing.sessionRefs = [undefined])],
  ["trajectory refs are there", (t) => delete t.closing.trajectoryRefs],
  [
    "no guardrail looked at the end",
    (t) =>
      t.closing.guards.push({
        stage: "output",
        guardrailId: "g",
        scope: "turn",
        decision: "trigger",
        inputDigest: REPLY,
        seq: 99,
      }),
  ],
  ["the end brings no values", (t) => t.closing.values.push(JSON.stringify(SCHEMA))],
  ["governance is not claimed", (t) => (t.closing.governanceProfile = { claimId: "another", claimed: true })],
  ["no handoff was taken up", (t) => (t.closing.handoffIn = { packetDigest: REPLY, artifacts: [] })],
  ["nobody works beside", (t) => (t.closing.fanOut = { children: [{ issueId: "bd-1" }] })],
  ["nothing was measured", (t) => (t.closing.autonomy = AUTONOMY)],
  ["no checkpoint was passed", (t) => (t.closing.checkpoints = [{ at: 2, approvalRef: "approval://2" }])],
  ["nothing was compacted", (t) => (t.closing.compaction = { replaced: [], carried: [], continuityDigest: REPLY })],
  ...["autonomy", "checkpoints", "compaction", "exports", "fanOut", "handoffIn", "governanceProfile"].map(
    (part): Break => [`${part} is absent`, (t) => (t.closing[part] = null)],
  ),
  ["nothing left", (t) => (t.closing.exports = [{ sink: "board", carries: "payload" }])],
];
