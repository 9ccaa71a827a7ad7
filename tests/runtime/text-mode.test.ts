import { describe, expect, test } from "vitest";
import type { AdapterProfile } from "#kernel";
import type { ModelMessage } from "#ports";
import { harnessPolicy } from "../../src/index.ts";
import { call, say, scriptedModel } from "../../src/testing/index.ts";
import { auditOf, ended, rowsOf, setOf, stage, textTool } from "./staged.ts";

const tools = setOf(textTool("note", (text) => `noted ${text}`));

const CALLS: Readonly<Record<AdapterProfile, string>> = {
  "fenced_json.v1": 'I note it.\n```tool\n{"tool":"note","args":{"text":"a"}}\n```\n',
  "xml_tag.v1": 'I note it.\n<tool name="note">{"text":"a"}</tool>\n',
};
const PROFILES = Object.keys(CALLS) as AdapterProfile[];

describe("text mode (R19, K12)", () => {
  test.each(PROFILES)("%s end to end: told how, read, run, answered in text", async (adapterProfile) => {
    const { model, journal, start } = stage([say(CALLS[adapterProfile]), say("done")], {
      tools,
      mode: { mode: "text", adapterProfile },
      system: "Be brief.",
    });
    const { result, broken, events } = await ended(start());
    expect([result, broken, auditOf(journal.rows)]).toMatchObject([
      { phase: "Completed", output: "done", steps: 2 },
      [],
      undefined,
    ]);
    expect(events.find(({ kind }) => kind === "ToolCompleted")).toMatchObject({ toolCallId: "tc-1-1", outcome: "ok" });
    const [first, second] = model.requests;
    expect([first?.tools, first?.system.startsWith("Be brief.\n\nTo call a tool, write ")]).toEqual([[], true]);
    expect(first?.system).toContain("- note: The tool note. Arguments: ");
    expect(second?.messages.at(-1)).toEqual({ role: "user", text: "[result of note]\nnoted a" });
    expect(rowsOf(journal.rows, "tools.requested")[0]?.requests).toMatchObject([{ toolName: "note", adapterProfile }]);
    expect(rowsOf(journal.rows, "policies.bound")[0]?.terms).toMatchObject({ actionMode: "text", adapterProfile });
  });

  test.each(PROFILES)(
    "%s: a call that can be read in two ways is refused, and asked for again within bounds",
    async (adapterProfile) => {
      const doubtful = CALLS[adapterProfile].replace('"a"', '"a","text":"b"');
      const { start, journal } = stage([say(doubtful), say(CALLS[adapterProfile]), say("done")], {
        tools,
        mode: { mode: "text", adapterProfile },
        policy: harnessPolicy,
      });
      const { result, broken } = await ended(start());
      expect([result.phase, result.steps, broken, auditOf(journal.rows)]).toEqual(["Completed", 3, [], undefined]);
    },
  );

  test.each(PROFILES)(
    "without a profile nothing is run, whatever the text says (%s): observe only",
    async (adapterProfile) => {
      const ran: string[] = [];
      const { model, start } = stage([say(CALLS[adapterProfile])], {
        tools: setOf(textTool("note", (text) => (ran.push(text), "noted"))),
        mode: { mode: "text", adapterProfile: undefined },
      });
      const { result, kinds } = await ended(start());
      expect([result.phase, ran, kinds.includes("ToolDispatched")]).toEqual(["Completed", [], false]);
      expect(model.requests[0]).toMatchObject({ tools: [], system: "" });
    },
  );

  test("a structured call in text mode is refused; no request holds a call without its answer", async () => {
    const adapterProfile = "xml_tag.v1";
    const { model, start, journal } = stage([call("note", { text: "a" }), say("done")], {
      tools,
      mode: { mode: "text", adapterProfile },
      policy: harnessPolicy,
    });
    const { result, broken } = await ended(start());
    expect([result.phase, broken, auditOf(journal.rows)]).toEqual(["Completed", [], undefined]);
    for (const { messages } of model.requests) expect(structured(messages)).toEqual([]);
  });

  test("a session begun in text is taken up with blocks, and the other way round: requests stay legal", async () => {
    const text = { mode: "text", adapterProfile: "xml_tag.v1" } as const;
    const json = { mode: "json" } as const;
    const inText = [say(CALLS["xml_tag.v1"]), say("done")];
    const inBlocks = [call("note", { text: "b" }), say("done")];
    for (const [first, then, firstScript, thenScript] of [
      [text, json, inText, inBlocks],
      [json, text, inBlocks, inText],
    ] as const) {
      const model = scriptedModel(thenScript);
      const { start, resume, journal } = stage(firstScript, { tools, mode: first });
      await ended(start());
      const { result, broken } = await ended(resume({ input: "again" }, { mode: then, model }));
      expect([result.phase, broken, auditOf(journal.rows)]).toEqual(["Completed", [], undefined]);
      for (const { messages } of model.requests) expect(unpaired(messages)).toEqual([]);
      if (then.mode === "text") for (const { messages } of model.requests) expect(structured(messages)).toEqual([]);
    }
  });
});

/** Calls and answers that a provider without tools does not know. */
function structured(messages: readonly ModelMessage[]): readonly unknown[] {
  return messages.flatMap((message): unknown[] => {
    if (message.role === "tool") return [message];
    return message.role === "assistant" ? message.blocks.filter(({ kind }) => kind === "tool_call") : [];
  });
}

/** Calls that the next message does not answer, and answers that nobody called for. */
function unpaired(messages: readonly ModelMessage[]): readonly string[] {
  return messages.flatMap((message, at) => {
    const next = messages[at + 1];
    const called =
      message.role === "assistant"
        ? message.blocks.flatMap((block) => (block.kind === "tool_call" ? [block.toolCallId] : []))
        : [];
    const answered = next?.role === "tool" ? next.answers.map(({ toolCallId }) => toolCallId) : [];
    return [...called.filter((id) => !answered.includes(id)), ...answered.filter((id) => !called.includes(id))];
  });
}
