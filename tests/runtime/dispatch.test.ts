import { describe, expect, test } from "vitest";
import { harnessPolicy } from "../../src/index.ts";
import { call, calls, say } from "../../src/testing/index.ts";
import { latch } from "./latch.ts";
import { auditOf, ended, rowsOf, setOf, stage, textTool } from "./staged.ts";

const three = calls([call("go", { text: "a" }), call("go", { text: "b" }), call("go", { text: "c" })]);

describe("calls of one reply (R16, K07)", () => {
  test("run beside each other, and are handed over in the order of the calls whatever finished first", async () => {
    const began = new Set<string>();
    const all = latch();
    const latches = { a: latch(), b: latch(), c: latch() };
    const after = { a: latches.b, b: latches.c, c: undefined };
    const go = textTool("go", async (text) => {
      began.add(text);
      if (began.size === 3) all.open();
      // None ends before all have begun; then c, b, a.
      await all.opened;
      await after[text as "a" | "b"]?.opened;
      latches[text as "a" | "b" | "c"].open();
      return `did ${text}`;
    });
    const { model, journal, start } = stage([three, say("done")], { tools: setOf(go) });
    const { result, events, broken } = await ended(start());
    expect([result.phase, broken, auditOf(journal.rows)]).toEqual(["Completed", [], undefined]);
    const finished = events.flatMap((event) => (event.kind === "ToolCompleted" ? [event.shown] : []));
    expect(finished).toEqual(["did c", "did b", "did a"]);
    expect(rowsOf(journal.rows, "tool.settled").map(({ result: { shown } }) => shown)).toEqual(finished);
    const handed = model.requests[1]?.messages.at(-1);
    expect(handed?.role === "tool" && handed.answers.map(({ text }) => text)).toEqual(["did a", "did b", "did c"]);
  });

  test("run one by one under strict order: none begins before the one before it has ended", async () => {
    const log: string[] = [];
    const go = textTool("go", async (text) => {
      log.push(`${text} began`);
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`${text} ended`);
      return text;
    });
    const transportPolicy = { parallelToolCalls: true, order: "strict" } as const;
    const { journal, start } = stage([three, say("done")], { tools: setOf(go), spec: { transportPolicy } });
    const { result, kinds, broken } = await ended(start());
    expect([result.phase, broken, auditOf(journal.rows)]).toEqual(["Completed", [], undefined]);
    expect(log).toEqual(["a began", "a ended", "b began", "b ended", "c began", "c ended"]);
    expect(kinds.filter((kind) => kind.startsWith("Tool"))).toEqual(
      Array.from({ length: 3 }, () => ["ToolDispatched", "ToolCompleted"]).flat(),
    );
  });

  test("each is durable before it runs, and the calls before all of them (R10)", async () => {
    const seen: string[][] = [];
    const { journal, start } = stage([three, say("done")], {
      tools: setOf(textTool("go", (text) => (seen.push(journal.rows.map(({ event }) => event.kind)), text))),
    });
    await ended(start());
    for (const kinds of seen) expect(kinds.indexOf("tools.requested")).toBeGreaterThan(kinds.indexOf("model.replied"));
  });

  test("several calls where the transport carries one: none of them runs, and the model may ask for one", async () => {
    const ran: string[] = [];
    const transportPolicy = { parallelToolCalls: false, order: "strict" } as const;
    const options = { tools: setOf(textTool("go", (text) => (ran.push(text), text))), spec: { transportPolicy } };
    const strict = stage([three, say("never")], options);
    const { result, broken } = await ended(strict.start());
    expect([result, ran, broken, auditOf(strict.journal.rows)]).toMatchObject([
      { phase: "Failed", error: { category: "InvalidModelAction" } },
      [],
      [],
      undefined,
    ]);
    expect(strict.model.requests[0]?.parallelToolCalls).toBe(false);
    const kind = stage([three, call("go", { text: "a" }), say("done")], { ...options, policy: harnessPolicy });
    const asked = await ended(kind.start());
    expect([asked.result.phase, ran, asked.broken, auditOf(kind.journal.rows)]).toEqual([
      "Completed",
      ["a"],
      [],
      undefined,
    ]);
    expect(kind.model.requests[1]?.messages.at(-2)).toMatchObject({ role: "tool", answers: [{}, {}, {}] });
  });

  test("one that breaks waits for the others, and all have their answers", async () => {
    const done = latch();
    const go = textTool("go", async (text) => {
      if (text === "b") throw new Error("broke");
      if (text === "c") done.open();
      else await done.opened;
      return text;
    });
    const { journal, start } = stage([three], { tools: setOf(go) });
    const { result, broken } = await ended(start());
    expect([result, broken, auditOf(journal.rows)]).toMatchObject([
      { phase: "Failed", error: { category: "ToolDispatch" } },
      [],
      undefined,
    ]);
    expect(result.finalMessages.at(-1)).toMatchObject({
      answers: [{ text: "a" }, { isFailure: true }, { text: "c" }],
    });
  });
});

describe("a huge result is cut in the middle, with a marker and what was cut (R16)", () => {
  const huge = `${"a".repeat(50_000)}${"z".repeat(50_000)}`;

  test.each([["middle"], ["head"], ["tail"]] as const)("keeping the %s", async (keep) => {
    const truncationPolicy = { maxBytes: 1_000, keep, marker: "[cut]" };
    const { model, journal, start } = stage([call("go", { text: "x" }), say("done")], {
      tools: setOf(textTool("go", () => huge)),
      spec: { truncationPolicy },
    });
    const { result } = await ended(start());
    expect([result.phase, auditOf(journal.rows)]).toEqual(["Completed", undefined]);
    const answers = model.requests[1]?.messages.at(-1);
    const text = answers?.role === "tool" ? (answers.answers[0]?.text ?? "") : "";
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000);
    expect(text).toContain("[cut]");
    expect([text.startsWith("a"), text.endsWith("z")]).toEqual([keep !== "tail", keep !== "head"]);
    const [settled] = rowsOf(journal.rows, "tool.settled");
    const { totalBytes, headBytes = 0, markerBytes, tailBytes = 0 } = settled?.result.truncation ?? {};
    expect([totalBytes, markerBytes, headBytes + 5 + tailBytes]).toEqual([100_000, 5, Buffer.byteLength(text)]);
  });
});
