import { describe, expect, test } from "vitest";
import { CALL_SPEC_FIELDS, callSpecFields, digestJson, type SpecValues } from "#kernel";
import { sha256 } from "#platform";
import { agent, bindSpec, CLOSED_SPEC, catalogRow } from "../../src/index.ts";
import { call, say, scriptedModel } from "../../src/testing/index.ts";
import { ended, rowsOf, setOf, stage, textTool } from "./staged.ts";

const note = textTool("note", (text) => `noted ${text}`);
const other = textTool("other", (text) => text);
const tools = setOf(note, other);
const rows = tools.tools.map(({ name, schema, effects }) => catalogRow({ name, schema, examples: [], effects }));
const governance: SpecValues["governance"] = {
  package: { name: "p", version: "1.0.0", integrity: `sha256:${"0".repeat(64)}` },
  guardrails: { required: [], list: [] },
  observability: { mode: "dashboard", processors: [] },
  riskTier: "low",
  controlProfiles: { low: {}, moderate: {} },
};

/** Every value of the call spec, and another one for it. */
const CHANGED: { readonly [Key in keyof SpecValues]-?: SpecValues[Key] } = {
  toolChoice: { kind: "specific", tool: "note" },
  catalog: rows.slice(0, 1),
  toolPolicy: { allow: ["note"] },
  parallelPolicy: { enabled: true, maxBranches: 3 },
  transportPolicy: { parallelToolCalls: true, order: "strict" },
  truncationPolicy: { maxBytes: 100, keep: "head", marker: "[cut]" },
  boundaryPolicy: { roots: ["src"], editSurfaces: ["edit"], shellMayEdit: false },
  sandbox: { profile: "workspace-write", network: "none", attestation: [] },
  compactionPolicy: { carry: ["task"] },
  stopPolicy: { maxTurns: 7, checkpoints: [] },
  protocolPolicy: { handled: { tool_use: "continue", end_turn: "stop" } },
  renderProtocol: { injectionPoints: ["tool_response", "code"] },
  reminderQueuePolicy: { dedup: false, maxItems: 3 },
  stateViewPolicy: { required: ["run"] },
  decompositionPolicy: { patterns: ["single", "chain"], maxFanOut: 4 },
  role: { kind: "orchestrator", id: "lead" },
  contextScope: { read: ["src"], write: [], owners: [] },
  handoffContract: { from: ["lead"], allowedTargets: ["x"], requiredArtifacts: [], requireReturnPath: true },
  mutationPolicy: { close: "proved" },
  evalProfileRef: "eval/1",
  preContextFilter: { enabled: true, tools: ["note"] },
  governance,
};

async function bound(
  spec: Partial<SpecValues>,
): Promise<{ readonly specDigest: string; readonly callIds: readonly string[] }> {
  const { journal, start } = stage([call("note", { text: "a" }), say("done")], { tools, spec });
  await ended(start());
  const started = rowsOf(journal.rows, "step.started");
  return {
    specDigest: rowsOf(journal.rows, "policies.bound")[0]?.specDigest ?? "",
    callIds: started.map(({ callId }) => callId),
  };
}

describe("every value of the call spec means something (R25)", () => {
  test.each(Object.keys(CHANGED) as (keyof SpecValues)[])(
    "another %s is another spec, and other call ids",
    async (key) => {
      const [usual, changed] = [await bound({}), await bound({ [key]: CHANGED[key] })];
      expect(changed.specDigest).not.toBe(usual.specDigest);
      expect(changed.specDigest).toMatch(/^sha256:[0-9a-f]{64}$/);
      expect(changed.callIds[0]).not.toBe(usual.callIds[0]);
      // And the same again is the same again.
      expect(await bound({ [key]: CHANGED[key] })).toEqual(changed);
    },
  );

  test("every field of the table changes with one of them, or with the run's own terms", () => {
    const draft = {
      turn: { sessionId: "s-1", index: 0 },
      modelRef: "m/1",
      actionMode: "json",
      executionPattern: "chain",
      values: { ...CLOSED_SPEC, governance, catalog: rows },
    } as const;
    const fieldsOf = (given: Parameters<typeof bindSpec>[0]): Record<string, unknown> => {
      const verdict = bindSpec(given);
      if (!verdict.admitted) throw new Error(verdict.refusal.violations.map(({ note: why }) => why).join());
      return { ...callSpecFields(verdict.next, (value) => digestJson(sha256, value)) };
    };
    const usual = fieldsOf(draft);
    const variants: Parameters<typeof bindSpec>[0][] = [
      { ...draft, turn: { sessionId: "s-1", index: 1 } },
      { ...draft, modelRef: "m/2" },
      { ...draft, actionMode: "text" },
      { ...draft, executionPattern: "single" },
      ...Object.entries(CHANGED).map(([key, value]) => ({ ...draft, values: { ...draft.values, [key]: value } })),
      ...[
        { ...governance, riskTier: "moderate" as const },
        { ...governance, observability: { mode: "disabled" as const, processors: [] } },
        { ...governance, evalGate: { minPrecision: 1, minRecall: 1, minF1: 1 } },
        { ...governance, redTeam: { plugins: [], strategies: [], minProbes: 1 } },
        { ...governance, guardrails: { required: [], list: [{ id: "g", stage: "input" as const }] } },
      ].map((changed) => ({ ...draft, values: { ...draft.values, governance: changed } })),
      { ...draft, values: { ...draft.values, catalog: rows.map((row) => ({ ...row, loading: "deferred" as const })) } },
      { ...draft, values: { ...draft.values, catalog: rows.map((row) => ({ ...row, allowedCallers: [] })) } },
      {
        ...draft,
        values: { ...draft.values, catalog: rows.map((row) => ({ ...row, exampleDigest: row.schemaDigest })) },
      },
    ];
    const moved = new Set(
      variants.flatMap((variant) => {
        const fields = fieldsOf(variant);
        return Object.keys(fields).filter((key) => JSON.stringify(fields[key]) !== JSON.stringify(usual[key]));
      }),
    );
    // The normaliser is a constant of the kernel.
    expect([...moved, "normalizerId"].toSorted()).toEqual(Object.keys(CALL_SPEC_FIELDS).toSorted());
  });

  test("a turn's call id comes of its session and its place, and of nothing that changes by itself", async () => {
    const [one, again] = [await bound({}), await bound({})];
    expect([one, new Set(one.callIds).size]).toEqual([again, 2]);
  });
});

describe("what the values do (R25)", () => {
  test.each([{ kind: "auto" }, { kind: "any" }, { kind: "specific", tool: "note" }] as const)(
    "toolChoice reaches the provider: %j",
    async (toolChoice) => {
      const { model, start } = stage([call("note", { text: "a" }), say("done")], { tools, spec: { toolChoice } });
      await ended(start());
      expect(model.requests[0]?.toolChoice).toEqual(toolChoice);
    },
  );

  test("parallelToolCalls, the model and the length of a reply reach it too", async () => {
    const model = scriptedModel([say("done")], { ref: "some/model" });
    const { start } = stage([], {
      model,
      outputTokens: 77,
      system: "Be brief.",
      spec: { transportPolicy: { parallelToolCalls: false, order: "strict" } },
    });
    await ended(start());
    expect(model.requests[0]).toMatchObject({
      modelRef: "some/model",
      parallelToolCalls: false,
      maxOutputTokens: 77,
      system: "Be brief.",
    });
  });

  test("a tool that is not allowed, or not loaded yet, is not shown, and does not run", async () => {
    for (const spec of [
      { toolPolicy: { allow: ["note"] } },
      { catalog: rows.map((row) => (row.name === "other" ? { ...row, loading: "deferred" as const } : row)) },
    ]) {
      const { model, start } = stage([call("other", { text: "a" })], { tools, spec });
      const { result, kinds } = await ended(start());
      expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(["note"]);
      expect([result.phase, kinds.includes("ToolDispatched")]).toEqual(["Failed", false]);
    }
  });

  test("toolChoice any without a call, or specific with another tool, closes no turn", async () => {
    const none = stage([say("done")], { tools, spec: { toolChoice: { kind: "any" } } });
    expect((await ended(none.start())).result.phase).toBe("Failed");
    const wrong = stage([call("other", { text: "a" })], {
      tools,
      spec: { toolChoice: { kind: "specific", tool: "note" } },
    });
    const { result, kinds } = await ended(wrong.start());
    expect([result.phase, kinds.includes("ToolDispatched")]).toEqual(["Failed", false]);
  });

  test("a catalog that names a tool twice makes no agent", () => {
    const spec = { catalog: [...rows, ...rows] };
    expect(() => agent({ model: scriptedModel([]), budget: 1, tools, spec })).toThrowError("names note twice");
  });
});
