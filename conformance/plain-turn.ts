import * as fc from "fast-check";
import { digestJson, digestText, type Json, type SpecValues } from "#kernel";
import { sha256 } from "#platform";
import { FULL_TURN, type FullTurn } from "./full-turn.ts";

/** A plain turn in few words: calls of a small tool, their results shown as they are, nothing else. */
export interface PlainPlan {
  readonly calls: readonly { readonly args: Json; readonly payload: Json; readonly approved: boolean }[];
  readonly continues: boolean;
  readonly order: "strict" | "any";
  readonly queue: readonly string[];
  readonly views: readonly Json[];
  readonly index: number;
}

const digest = (value: unknown): string => digestJson(sha256, value as Json);
/** Of every tool but `anything`. */
export const SCHEMA: Json = {
  type: "object",
  properties: { n: { type: "number" }, word: { type: "string" } },
  required: ["n"],
};
const EXAMPLES: Json = [{ n: 1 }];
/** A digest of its form. */
export const REPLY: string = digestText(sha256, "reply");
/** Named by what calling them breaks; `add` and `find` are plain. */
const TOOLS: Readonly<Record<string, Partial<SpecValues["catalog"][number]>>> = {
  add: {},
  find: { effects: ["search"], exampleDigest: digest(EXAMPLES) },
  forbidden: {},
  deferred: { loading: "deferred" },
  coded: { allowedCallers: ["code"] },
  reading: { effects: ["read"] },
  running: { effects: ["shell"] },
  schemaless: { schemaDigest: digest("nobody has it") },
  anything: { schemaDigest: digest({}) },
  " padded ": {},
  exampleless: { exampleDigest: digest("nobody has it either") },
};

function valuesOf({ order }: PlainPlan): SpecValues {
  const { values } = FULL_TURN.draft;
  const row = { schemaDigest: digest(SCHEMA), exampleDigest: digest([]), allowedCallers: ["model"] as const };
  return {
    ...values,
    catalog: Object.entries(TOOLS).map(([name, own]) => {
      return { name, ...row, loading: "eager", effects: ["other"], ...own };
    }),
    toolPolicy: { allow: Object.keys(TOOLS).filter((name) => name !== "forbidden") },
    transportPolicy: { parallelToolCalls: true, order },
    truncationPolicy: { ...values.truncationPolicy, maxBytes: 200 },
    governance: { ...values.governance, guardrails: { required: [], list: [] } },
  };
}

/** The whole turn. `requests.values` are what its policies are bound with. */
export function plainTurnOf(plan: PlainPlan): FullTurn {
  const ids = plan.calls.map((_, at) => `tc-${at}`);
  return {
    draft: { ...FULL_TURN.draft, turn: { sessionId: "plain", index: plan.index }, values: valuesOf(plan) },
    requests: {
      requests: plan.calls.map(({ args }, at) => ({
        toolCallId: `tc-${at}`,
        toolName: at % 2 === 0 ? "add" : "find",
        providerCallId: `toolu_${at}`,
        actionId: `tc-${at}`,
        index: at,
        block: { replyDigest: REPLY, n: at },
        args,
        repairs: at % 3 === 2 ? [{ rule: "number_from_text", field: "n" }] : [],
      })),
      values: [SCHEMA, EXAMPLES, {}],
    },
    decisions: {
      permissions: Object.fromEntries(
        ids.map((id, at) => [
          id,
          plan.calls[at]?.approved === true
            ? ({ decision: "approved", ruleId: "asked", approvalRef: "approval://1" } as const)
            : ({ decision: "allow", ruleId: "inside" } as const),
        ]),
      ),
      guards: [],
    },
    results: plan.calls.map(({ payload }, at) => ({
      toolCallId: `tc-${at}`,
      outcome: "ok",
      provenance: { kind: "api", ref: "tools/add" },
      seq: 10 + at,
      order: at,
      payload,
      shown: typeof payload === "string" ? payload : JSON.stringify(payload),
      injectionPoint: "tool_response",
    })),
    use: {},
    closing: {
      stopReason: plan.continues ? "tool_use" : "end_turn",
      continuationAllowed: plan.continues,
      reminderQueues: [{ queueId: "notes", reduced: plan.queue }],
      stateViews: [
        { viewId: "open-work", view: { left: plan.index } },
        ...plan.views.map((view, at) => ({ viewId: `view-${at}`, view, sourceRefs: [`ref://${at}`] })),
      ],
      sessionRefs: ["session://plain"],
      trajectoryRefs: [`session://plain/${plan.index}`],
      guards: [],
      values: [],
    },
  };
}

const arbitraryPayload: fc.Arbitrary<Json> = fc.oneof(
  fc.string({ maxLength: 20 }),
  // Texts that write out a value which stands elsewhere in the turn.
  fc.constantFrom<Json>("[]", '"x"', JSON.stringify(EXAMPLES), JSON.stringify({ left: 1 }), "", 0, false, [], {}),
  fc.record({ n: fc.integer(), word: fc.string({ maxLength: 8 }) }).map(({ n, word }): Json => ({ n, word })),
);

/** Plans of plain turns with at least so many calls. */
export function arbitraryPlainPlan(minLength = 0): fc.Arbitrary<PlainPlan> {
  return fc.record({
    calls: fc.array(
      fc.record({
        args: fc
          .record({ n: fc.integer(), word: fc.string({ maxLength: 8 }) })
          .map(({ n, word }): Json => ({ n, word })),
        payload: arbitraryPayload,
        approved: fc.boolean(),
      }),
      { minLength, maxLength: 4 },
    ),
    continues: fc.boolean(),
    order: fc.constantFrom("strict", "any"),
    queue: fc.array(fc.string(), { maxLength: 1 }),
    views: fc.array(
      fc.string().map((said): Json => ({ said })),
      { maxLength: 2 },
    ),
    index: fc.integer({ min: 0, max: 19 }),
  });
}
