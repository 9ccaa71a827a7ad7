import { describe, expect, test } from "vitest";
import type { CheckpointAnswer, CheckpointQuestion } from "../../src/index.ts";
import { call, say } from "../../src/testing/index.ts";
import { auditOf, ended, rowsOf, setOf, stage, textTool } from "./staged.ts";

const stopPolicy = { maxTurns: 20, checkpoints: [{ at: 1, kind: "before_the_second" }] };
const tools = setOf(textTool("note", (text) => `noted ${text}`));
const script = [call("note", { text: "a" }), call("note", { text: "b" }), say("done")];

describe("checkpoints pause for a recorded approval (R15)", () => {
  test("approved: asked once, a row before it counts, and the run goes on", async () => {
    const asked: CheckpointQuestion[] = [];
    const approve = (question: CheckpointQuestion): Promise<CheckpointAnswer> => {
      asked.push(question);
      return Promise.resolve({ decision: "approved", by: "ada" });
    };
    const { journal, start } = stage(script, { tools, spec: { stopPolicy }, checkpoint: approve });
    const { result, broken } = await ended(start());
    expect([result.phase, asked, broken, auditOf(journal.rows)]).toEqual([
      "Completed",
      [{ at: 1, kind: "before_the_second", step: 1 }],
      [],
      undefined,
    ]);
    expect(rowsOf(journal.rows, "checkpoint.answered")).toEqual([
      { kind: "checkpoint.answered", step: 1, checkpoint: 1, decision: "approved", by: "ada" },
    ]);
    const kinds = journal.rows.map(({ event }) => event.kind);
    expect(kinds.indexOf("checkpoint.answered")).toBeLessThan(kinds.indexOf("join.closed"));
  });

  test("nobody there: a typed stop before the next turn; a resume asks again before the model is asked", async () => {
    const { journal, model, start, resume } = stage(script, { tools, spec: { stopPolicy } });
    const first = await ended(start());
    expect([first.result, first.broken]).toMatchObject([
      { phase: "Interrupted", reason: "the checkpoint at turn 1 waits for a person's approval", steps: 1 },
      [],
    ]);
    const second = await ended(resume());
    expect([second.result.phase, model.requests.length]).toEqual(["Interrupted", 1]);
    const asked: number[] = [];
    const third = await ended(
      resume(
        {},
        {
          checkpoint: ({ at }) => {
            asked.push(at, model.requests.length);
            return Promise.resolve({ decision: "approved", by: "ada" });
          },
        },
      ),
    );
    expect([third.result, asked, third.broken, auditOf(journal.rows)]).toMatchObject([
      { phase: "Completed", output: "done" },
      [1, 1],
      [],
      undefined,
    ]);
  });

  test("refused: the run stops there and says so; the answer is a row", async () => {
    const { journal, model, start } = stage(script, {
      tools,
      spec: { stopPolicy },
      checkpoint: () => Promise.resolve({ decision: "refused", by: "ada" }),
    });
    const { result, broken } = await ended(start());
    expect([result, broken, model.requests.length]).toMatchObject([
      { phase: "Interrupted", reason: expect.stringContaining("refused") as string, steps: 1 },
      [],
      1,
    ]);
    expect([rowsOf(journal.rows, "checkpoint.answered"), auditOf(journal.rows)]).toMatchObject([
      [{ decision: "refused", by: "ada" }],
      undefined,
    ]);
  });

  test("an approval holds after a resume: nobody is asked twice about the same checkpoint", async () => {
    const asked: number[] = [];
    const { start, resume } = stage([...script, call("note", { text: "c" }), say("again")], {
      tools,
      spec: { stopPolicy },
      checkpoint: ({ at }) => {
        asked.push(at);
        return Promise.resolve({ decision: "approved", by: "ada" });
      },
    });
    await ended(start());
    const { result } = await ended(resume({ input: "more" }));
    expect([result.phase, asked]).toEqual(["Completed", [1]]);
  });
});
