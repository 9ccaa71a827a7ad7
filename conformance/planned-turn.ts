import * as fc from "fast-check";
import {
  digestJson,
  digestText,
  type Json,
  type RequestEvidence,
  type SpecValues,
  type ToolResultDraft,
} from "#kernel";
import { sha256 } from "#platform";
import { FULL_TURN, type FullTurn } from "./full-turn.ts";

/** What is bound and called, in few words: {@link turnOf} makes a whole honest turn of it. */
export interface TurnPlan {
  readonly mode: "json" | "text" | "code";
  readonly pattern: "single" | "chain" | "route" | "parallel" | "orchestrator_workers";
  readonly calls: readonly CallPlan[];
  readonly continues: boolean;
  readonly keep: "middle" | "head" | "tail";
  readonly order: "strict" | "any";
  /** Guardrails look at the turn or at each call. */
  readonly guards: "turn" | "calls";
  readonly handoff: boolean;
  readonly handoffIn: boolean;
  readonly compaction: boolean;
  readonly children: number;
  readonly autonomous: boolean;
  readonly checkpoint: boolean;
  readonly claimed: boolean;
  readonly exports: boolean;
}

/** One call. In code mode every tool but `python` is called by the program before it. */
export interface CallPlan {
  readonly tool: PlannedTool;
  readonly outcome: "ok" | "failed" | "timeout" | "interrupted";
  readonly payload: Json | undefined;
  readonly consumers: readonly ("summary" | "intent" | "handoff")[];
  readonly otherwise: "observed" | "discarded" | "retry";
  readonly branch: string | undefined;
  readonly repaired: boolean;
}

export type PlannedTool = "bash" | "edit" | "grep" | "make" | "python" | "read" | "web";

/** A plan with nothing in it: tests say what they want of it. */
export const BARE_PLAN: TurnPlan = {
  mode: "json",
  pattern: "chain",
  calls: [],
  continues: true,
  keep: "middle",
  order: "strict",
  guards: "turn",
  handoff: false,
  handoffIn: false,
  compaction: false,
  children: 0,
  autonomous: false,
  checkpoint: false,
  claimed: false,
  exports: false,
};

/** A call of a plan with nothing special about it. */
export function planned(tool: PlannedTool, more: Partial<CallPlan> = {}): CallPlan {
  return {
    tool,
    outcome: "ok",
    payload: `from ${tool}`,
    consumers: [],
    otherwise: "observed",
    branch: undefined,
    repaired: false,
    ...more,
  };
}

const digest = (value: unknown): string => digestJson(sha256, value as Json);
const measured = (name: string): string => digestText(sha256, name);
const SCHEMA: Json = {
  type: "object",
  properties: { command: { type: "string" }, path: { type: "string" } },
  additionalProperties: false,
};
const EXAMPLES: Json = [{ path: "/repo/src/a.ts" }];

const EFFECTS: { readonly [T in PlannedTool]: SpecValues["catalog"][number]["effects"] } = {
  bash: ["shell"],
  edit: ["write"],
  grep: ["search", "read"],
  make: ["shell", "write"],
  python: ["code"],
  read: ["read"],
  web: ["other"],
};
const DEFERRED: ReadonlySet<string> = new Set(["grep", "web"]);

/** The catalog of every planned turn: each effect, eager and deferred tools, with and without examples. */
export const PLANNED_CATALOG: SpecValues["catalog"] = (Object.keys(EFFECTS) as PlannedTool[]).map((name) => ({
  name,
  schemaDigest: digest(SCHEMA),
  exampleDigest: digest(name === "read" || name === "grep" ? EXAMPLES : []),
  allowedCallers: name === "python" ? ["model"] : ["model", "code"],
  loading: DEFERRED.has(name) ? "deferred" : "eager",
  effects: EFFECTS[name],
}));

/** How many bytes a planned turn shows of a payload. */
export const SHOWN_AT_MOST = 120;
const MARKER = "[cut]";

/** A whole turn, honest in everything, that goes through all doors. */
export function turnOf(plan: TurnPlan): FullTurn {
  const calls = callsOf(plan);
  const values = specOf(plan);
  const named = (consumer: "summary" | "intent" | "handoff"): string[] =>
    calls.flatMap(({ id, call }) => (usable(call) && call.consumers.includes(consumer) ? [id] : []));
  return {
    draft: {
      ...FULL_TURN.draft,
      actionMode: plan.mode,
      executionPattern: plan.pattern,
      values,
    },
    requests: {
      requests: calls.map(({ id, at, call, parent }) => requestOf(plan, { id, at, call, parent }, values)),
      values: [SCHEMA, EXAMPLES],
    },
    decisions: {
      permissions: Object.fromEntries(calls.map(({ id }) => [id, { decision: "allow", ruleId: "inside" } as const])),
      guards: guardsOf(plan, calls, "pre_flight", 0),
    },
    results: calls.map((call) => resultOf(plan, call)),
    use: {
      ...(named("summary").length > 0 ? { summary: { ref: "summary://1", inputs: named("summary") } } : {}),
      ...(named("intent").length > 0
        ? { intent: { action: "issue.update", args: { id: "bd-1" }, inputs: named("intent") } }
        : {}),
      ...(plan.handoff
        ? {
            handoff: {
              target: "tester",
              returnPathRef: "session://back",
              packet: {
                intent: { want: "tests" },
                constraints: { budget: 3 },
                inputs: named("handoff"),
                artifacts: [ARTIFACT],
              },
              existing: [ARTIFACT],
            },
          }
        : {}),
      notes: calls.flatMap(({ id, call }): UseNotes => {
        if (usable(call) && consumersOf(plan, call).length > 0) return [];
        if (call.otherwise === "discarded") return [{ toolCallId: id, reasonCode: "irrelevant" }];
        if (call.otherwise === "retry") return [{ toolCallId: id, retry: { decisionRef: "decision://1" } }];
        return [];
      }),
    },
    closing: closingOf(plan, calls, values),
  };
}

type UseNotes = NonNullable<FullTurn["use"]["notes"]>;

interface PlacedCall {
  readonly id: string;
  readonly at: number;
  readonly call: CallPlan;
  /** The program that makes the call, in code mode. */
  readonly parent: string | undefined;
}

const ARTIFACT = { ref: "file://plan.md", digest: measured("plan") };
const PACKET: Json = { intent: "go on", constraints: {}, inputs: ["tc-9"], artifacts: [ARTIFACT] };

function callsOf({ mode, calls }: TurnPlan): readonly PlacedCall[] {
  let program: string | undefined;
  return calls.map((call, at) => {
    const id = `tc-${at}`;
    if (mode !== "code") return { id, at, call, parent: undefined };
    // What no program can call in code mode is itself a program.
    const runs: CallPlan = program === undefined ? { ...call, tool: "python" } : call;
    if (runs.tool === "python") program = id;
    return { id, at, call: runs, parent: runs.tool === "python" ? undefined : program };
  });
}

/** An interrupted call may not be consumed: nobody knows what it did. */
function usable({ outcome }: CallPlan): boolean {
  return outcome !== "interrupted";
}

function consumersOf({ handoff }: TurnPlan, { consumers }: CallPlan): readonly string[] {
  return consumers.filter((consumer) => consumer !== "handoff" || handoff);
}

function branchOf({ pattern }: TurnPlan, { branch }: CallPlan): string | undefined {
  return pattern === "parallel" || pattern === "orchestrator_workers" ? branch : undefined;
}

function requestOf(
  plan: TurnPlan,
  { id, at, call, parent }: PlacedCall,
  values: SpecValues,
): FullTurn["requests"]["requests"][number] {
  const branch = branchOf(plan, call);
  const row: Omit<RequestEvidence, "permission"> = {
    toolCallId: id,
    providerCallId: `toolu_${at}`,
    actionId: plan.mode === "code" ? "program" : `action-${at}`,
    index: at,
    block: { replyDigest: measured("reply"), n: at },
    args: hasShell(call) ? { command: `run ${at}` } : { path: "/repo/src/a.ts" },
    repairs: call.repaired ? [{ rule: "number_from_text", field: "path" }] : [],
    ...(plan.mode === "text" ? { adapterProfile: "fenced_json.v1" } : {}),
    ...(DEFERRED.has(call.tool)
      ? {
          searchRef: {
            query: call.tool,
            catalogDigest: digest(values.catalog),
            resultSet: [{ name: call.tool, schemaDigest: digest(SCHEMA) }],
          },
        }
      : {}),
    ...(parent === undefined ? {} : { callerEdge: { parentCallId: parent, seq: at } }),
    ...(branch === undefined ? {} : { branch }),
  };
  return { ...row, toolName: call.tool };
}

function hasShell({ tool }: CallPlan): boolean {
  return EFFECTS[tool].includes("shell");
}

function resultOf(plan: TurnPlan, { id, at, call, parent }: PlacedCall): ToolResultDraft {
  const { outcome, payload } = call;
  const ran = outcome !== "interrupted";
  const effects = new Set(EFFECTS[call.tool]);
  const text = payload === undefined ? "" : typeof payload === "string" ? payload : JSON.stringify(payload);
  const cut = parent === undefined && text.length > SHOWN_AT_MOST ? cutOf(text, plan.keep) : undefined;
  return {
    toolCallId: id,
    outcome,
    provenance: { kind: hasShell(call) ? "command" : "api", ref: `tools/${call.tool}` },
    seq: 100 + at,
    ...(parent === undefined && plan.continues ? { order: at } : {}),
    ...(payload === undefined ? {} : { payload }),
    shown: cut?.shown ?? text,
    injectionPoint: parent === undefined ? "tool_response" : "code",
    ...(cut === undefined ? {} : { truncation: cut.truncation }),
    ...(ran && effects.has("shell")
      ? {
          shell: {
            commandDigest: measured(`run ${at}`),
            workdir: "/repo/src",
            profile: "workspace-write",
            network: "none",
            exit: 0,
          },
        }
      : {}),
    ...(ran && effects.has("write") ? { surface: "edit", artifacts: writesOf(call) } : {}),
    ...(ran && effects.has("read") ? { reads: ["/repo/src/a.ts"] } : {}),
    ...(ran && effects.has("code") ? { code: { stdout: "1", stderr: "", traceback: "" } } : {}),
    ...(outcome === "ok"
      ? {}
      : { error: { errorCode: "Failed", retryable: false, errorMessage: `it was ${outcome}` } }),
  };
}

/** The shell may not change files, so a tool that has one leaves them as they were. */
function writesOf(call: CallPlan): NonNullable<ToolResultDraft["artifacts"]> {
  const after = measured("after");
  return [{ path: "/repo/src/a.ts", before: hasShell(call) ? after : measured("before"), after }];
}

function cutOf(
  text: string,
  keep: TurnPlan["keep"],
): { readonly shown: string; readonly truncation: NonNullable<ToolResultDraft["truncation"]> } {
  const room = SHOWN_AT_MOST - MARKER.length;
  const headBytes = keep === "middle" ? 50 : keep === "head" ? room : 0;
  const tailBytes = room - headBytes;
  return {
    shown: `${text.slice(0, headBytes)}${MARKER}${tailBytes === 0 ? "" : text.slice(-tailBytes)}`,
    truncation: {
      totalBytes: text.length,
      sha256: measured(text),
      headBytes,
      tailBytes,
      markerBytes: MARKER.length,
    },
  };
}

function guardsOf(
  { guards }: TurnPlan,
  calls: readonly PlacedCall[],
  stage: "pre_flight" | "output",
  from: number,
): FullTurn["decisions"]["guards"] {
  const scopes = guards === "turn" || calls.length === 0 ? ["turn"] : calls.map(({ id }) => id);
  return scopes.map((scope, at) => ({
    stage,
    guardrailId: stage === "output" ? "leaks" : "secrets",
    scope,
    decision: "pass",
    inputDigest: measured(`${stage} ${scope}`),
    seq: from + at,
  }));
}

/** An orchestrator has at least one worker. */
function childrenOf({ children, pattern }: TurnPlan): number {
  return pattern === "orchestrator_workers" ? Math.max(children, 1) : children;
}

function specOf(plan: TurnPlan): SpecValues {
  const { values } = FULL_TURN.draft;
  const branches = new Set(plan.calls.flatMap((call) => branchOf(plan, call) ?? [])).size;
  return {
    ...values,
    catalog: PLANNED_CATALOG,
    toolPolicy: { allow: PLANNED_CATALOG.map((row) => row.name) },
    parallelPolicy: { enabled: branches > 0, maxBranches: branches },
    transportPolicy: { parallelToolCalls: true, order: plan.order },
    truncationPolicy: { maxBytes: SHOWN_AT_MOST, keep: plan.keep, marker: MARKER },
    stopPolicy: { maxTurns: 20, checkpoints: plan.checkpoint ? [{ at: 2, kind: "review" }] : [] },
    ...(plan.compaction ? { compactionPolicy: { carry: ["goal", "plan"] } } : {}),
    decompositionPolicy: {
      patterns: [plan.pattern],
      maxFanOut: childrenOf(plan),
      ...(plan.autonomous ? { autonomous: { metric: "closed", threshold: 0.75, evalProfileRef: "eval://1" } } : {}),
    },
    ...(plan.handoff
      ? {
          handoffContract: {
            from: ["coder"],
            allowedTargets: ["tester"],
            requiredArtifacts: ["file://plan.md"],
            requireReturnPath: true,
          },
        }
      : {}),
  };
}

function closingOf(plan: TurnPlan, calls: readonly PlacedCall[], values: SpecValues): FullTurn["closing"] {
  const carried = ["goal", "plan"].map((item) => ({ item, digest: measured(item) }));
  const replaced = [measured("history")];
  const governance = digest(values.governance);
  const { name, version } = values.governance.package;
  return {
    ...FULL_TURN.closing,
    stopReason: plan.continues ? "tool_use" : "end_turn",
    continuationAllowed: plan.continues,
    guards: guardsOf(plan, calls, "output", 1000),
    ...(plan.handoffIn ? { handoffIn: { packetDigest: digest(PACKET), artifacts: [ARTIFACT] } } : {}),
    ...(childrenOf(plan) > 0
      ? {
          fanOut: {
            children: Array.from({ length: childrenOf(plan) }, (_, at) => ({
              issueId: `bd-${at}`,
              sessionId: `hs-${at}`,
              join: measured(`join ${at}`),
            })),
          },
        }
      : {}),
    ...(plan.autonomous ? { autonomy: { metric: "closed", measured: 0.75, evalProfileRef: "eval://1" } } : {}),
    ...(plan.checkpoint ? { checkpoints: [{ at: 2, approvalRef: "approval://2" }] } : {}),
    ...(plan.compaction ? { compaction: { replaced, carried, continuityDigest: digest({ carried, replaced }) } } : {}),
    ...(plan.exports ? { exports: [{ sink: "board", carries: "payload" as const }] } : {}),
    ...(plan.claimed
      ? {
          governanceProfile: {
            claimId: "profile.doctrine_inf_governance.v0",
            claimed: true,
            policyProvenance: {
              pinned: true,
              packageRef: `${name}@${version}`,
              expectedDigest: governance,
              boundDigest: governance,
            },
          },
        }
      : {}),
    // A call without a payload shows nothing, and that nothing is a value too.
    values: plan.handoffIn ? [PACKET, ""] : [""],
  };
}

const arbitraryCall: fc.Arbitrary<CallPlan> = fc.record({
  tool: fc.constantFrom<PlannedTool>("bash", "edit", "grep", "make", "python", "read", "web"),
  outcome: fc.constantFrom("ok", "ok", "failed", "timeout", "interrupted"),
  payload: fc.oneof(
    fc.constant(undefined),
    fc.integer({ min: 0, max: 300 }).map((size) => "x".repeat(size)),
    fc.integer({ min: 0, max: 99 }).map((exit): Json => ({ exit, stdout: "done" })),
  ),
  consumers: fc.subarray(["summary", "intent", "handoff"]),
  otherwise: fc.constantFrom("observed", "discarded", "retry"),
  branch: fc.constantFrom(undefined, "a", "b"),
  repaired: fc.boolean(),
});

/** Plans of turns that close: 0 to 6 calls, every mode, most patterns, everything that is optional here or not. */
export const arbitraryPlan: fc.Arbitrary<TurnPlan> = fc.record({
  mode: fc.constantFrom("json", "text", "code"),
  pattern: fc.constantFrom("single", "chain", "route", "parallel", "orchestrator_workers"),
  calls: fc.array(arbitraryCall, { maxLength: 6 }),
  continues: fc.boolean(),
  keep: fc.constantFrom("middle", "head", "tail"),
  order: fc.constantFrom("strict", "any"),
  guards: fc.constantFrom("turn", "calls"),
  handoff: fc.boolean(),
  handoffIn: fc.boolean(),
  compaction: fc.boolean(),
  children: fc.integer({ min: 0, max: 3 }),
  autonomous: fc.boolean(),
  checkpoint: fc.boolean(),
  claimed: fc.boolean(),
  exports: fc.boolean(),
});
