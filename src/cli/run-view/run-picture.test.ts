import { describe, expect, test } from "vitest";
import type { AgentEvent } from "#ports";
import { joinCells } from "../render/rich/columns.ts";
import { displayWidth } from "../render/rich/display-width.ts";
import { RunPicture } from "./run-picture.ts";
import type { Row } from "./running-calls.ts";

const USAGE = { inputTokens: 900, outputTokens: 100, costMicros: 20_000 };
const OPENING = {
  sessionId: "s1",
  resumed: false,
  model: "a/b",
  workspace: "/w",
  journal: "j",
  profile: "workspace-write",
  network: "none",
  rules: "workspace-write",
  budget: { steps: 50, costMicros: 1_000_000 },
  tools: [],
  instructions: [],
};

function completed(
  tool: string,
  shown: object | string,
  more: Partial<Extract<AgentEvent, { kind: "ToolCompleted" }>> = {},
): AgentEvent {
  const text = typeof shown === "string" ? shown : JSON.stringify(shown);
  return { kind: "ToolCompleted", step: 1, toolCallId: "t1", tool, outcome: "ok", shown: text, ...more };
}

const dispatched = (tool: string, args: Extract<AgentEvent, { kind: "ToolDispatched" }>["args"]): AgentEvent => ({
  kind: "ToolDispatched",
  step: 1,
  toolCallId: "t1",
  tool,
  args,
});

/** What stands there after these events, each a second after the one before. */
function picture(events: readonly AgentEvent[], width = 60) {
  const drawn = new RunPicture(() => width);
  drawn.begin(OPENING, 0);
  for (const [at, event] of events.entries()) drawn.hear(event, at * 1000);
  const texts = (rows: readonly Row[], color = false) => rows.map((row) => joinCells(row, { paper: { color }, width }));
  return { drawn, rows: texts(drawn.takeRows()), texts, now: events.length * 1000 };
}

describe("what is seen of a run", () => {
  test("text flows into rows; thinking is dimmed; blocks stand apart", () => {
    const { rows, drawn, texts, now } = picture([
      { kind: "StepStarted", step: 1, callId: "c" },
      { kind: "ThinkingDelta", step: 1, text: "Let me see." },
      { kind: "TextDelta", step: 1, text: "\n\n" },
      { kind: "TextDelta", step: 1, text: "It is\nhere" },
    ]);
    expect(rows).toEqual(["session s1 · a/b · workspace-write", "", "Let me see.", "", "It is"]);
    expect(texts(drawn.moving(now))).toEqual(["here"]);
    expect(texts([drawn.status(now, {})])).toEqual(["writing 0:04 · step 1/50"]);
    expect(
      picture([{ kind: "ThinkingDelta", step: 1, text: "hm\n" }]).texts([[{ text: "hm", style: "dim" }]], true),
    ).toEqual(["\u001B[2mhm\u001B[0m"]);
  });

  test("a model that does not stream is heard all the same, once", () => {
    const said: AgentEvent = {
      kind: "ModelResponded",
      step: 1,
      stopReason: "end_turn",
      text: "Whole.",
      calls: 0,
      usage: USAGE,
    };
    expect(picture([said]).rows.at(-1)).toBe("Whole.");
    expect(
      picture([{ kind: "TextDelta", step: 1, text: "Whole." }, said]).rows.filter((row) => row === "Whole."),
    ).toHaveLength(1);
    const { drawn, texts } = picture([said]);
    expect(texts([drawn.status(0, {})])).toEqual([
      "preparing 0:00 · $0.02 of $1.00 · 1.0k tokens".replace("preparing", "waiting for the model"),
    ]);
  });

  test("a call under way shows its newest output and how long it takes, and its end how it ended", () => {
    const call = dispatched("bash", { command: "npm test", workdir: "." });
    const lines = [1, 2, 3, 4].map((at): AgentEvent => ({
      kind: "ToolOutput",
      step: 1,
      toolCallId: "t1",
      stream: "stdout",
      line: `line ${at}`,
    }));
    const running = picture([call, ...lines]);
    expect(running.texts(running.drawn.moving(5000))).toEqual([
      "* bash npm test  5.0 s",
      "    line 2",
      "    line 3",
      "    line 4",
    ]);
    const failing = { command: "npm test", shell: "sh", stdout: "", stderr: "", exit_code: 3, success: false };
    expect(picture([call, ...lines.slice(0, 2), completed("bash", failing)]).rows.slice(2)).toEqual([
      "x bash npm test  3.0 s",
      "    exit code 3",
      "    line 1",
      "    line 2",
    ]);
    const fine = { ...failing, exit_code: 0, success: true };
    expect(picture([call, completed("bash", fine)]).rows.slice(2)).toEqual(["• bash npm test  1.0 s"]);
  });

  test("a change is shown as a few coloured lines, a long one in part", () => {
    const args = { path: "a.ts", old_string: "x", new_string: "y" };
    const diff = ["@@ -1,1 +1,20 @@", "-x", ...Array.from({ length: 20 }, (_, at) => `+y${at}`)].join("\n");
    const { rows } = picture([dispatched("edit", args), completed("edit", { path: "a.ts", diff })]);
    expect(rows.slice(2, 6)).toEqual(["• edit a.ts  1.0 s", "    @@ -1,1 +1,20 @@", "    -x", "    +y0"]);
    expect(rows.at(-1)).toBe("    … 6 more lines");
    // A report that was cut is no JSON: what was asked for is shown.
    const cut = picture([dispatched("edit", args), completed("edit", '{"path": [... cut ...]')]);
    expect(cut.rows.slice(3)).toEqual(["    -x", "    +y"]);
  });

  test("failures, refusals and decisions are told; what was stopped by a person is not told twice", () => {
    const failure = { code: "NotFound", retryable: false, message: "no file b.ts" } as const;
    const { rows } = picture([
      dispatched("read", { path: "b.ts" }),
      completed("read", "no file b.ts", { outcome: "failed", failure }),
      { kind: "StepRefused", step: 1, classes: ["tool.unknown_or_disallowed"] },
      { kind: "PolicyDecided", step: 2, error: "ModelTransport", decision: { kind: "Retry", consumeBudget: true } },
      { kind: "StepFailed", step: 2, error: "ModelTransport", reason: "the connection broke" },
      { kind: "StepFailed", step: 3, error: "cancelled", reason: "the run was cancelled" },
    ]);
    expect(rows.slice(2)).toEqual([
      "x read b.ts  1.0 s",
      "    failed (NotFound): no file b.ts",
      "",
      "step 1 was refused, nothing of it ran:",
      "tool.unknown_or_disallowed",
      "ModelTransport: it is tried again",
      "ModelTransport: the connection broke",
    ]);
  });

  test("a follow-up tells no session twice; a call without an end is told as that", () => {
    const { drawn, texts } = picture([dispatched("ls", { path: "." })]);
    drawn.end();
    drawn.said("go\non");
    drawn.begin({ ...OPENING, resumed: true }, 0);
    expect(texts(drawn.takeRows())).toEqual(["- ls .  not ended", "> go", "  on"]);
  });

  test("a failure that the end of the command tells is not told here", () => {
    const failed: AgentEvent = { kind: "StepFailed", step: 1, error: "ModelTransport", reason: "no connection" };
    const shown = (told?: string): readonly string[] => {
      const { drawn, texts } = picture([
        { kind: "PolicyDecided", step: 1, error: "ModelTransport", decision: { kind: "Fail" } },
        failed,
      ]);
      drawn.end(told);
      return texts(drawn.takeRows());
    };
    expect([shown("ModelTransport: no connection"), shown()]).toEqual([[], ["ModelTransport: no connection"]]);
  });

  test.each([20, 21, 40, 79])(
    "nothing is wider than %i columns, whatever it is (wide characters, long words)",
    (width) => {
      const long = "日本語テキスト".repeat(12) + "x".repeat(150);
      const { drawn, rows, texts } = picture(
        [
          { kind: "StepStarted", step: 12, callId: "c" },
          { kind: "TextDelta", step: 1, text: long },
          dispatched("bash", { command: long, workdir: long }),
          { kind: "ToolOutput", step: 1, toolCallId: "t1", stream: "stdout", line: long },
          completed("bash", long, { outcome: "failed", failure: { code: "Denied", retryable: false, message: long } }),
          dispatched("edit", { path: long, old_string: long, new_string: "" }),
        ],
        width,
      );
      drawn.notice({ about: "retry", text: long });
      drawn.answered(long, "allowed for this session");
      const all = [
        ...rows,
        ...texts(drawn.takeRows()),
        ...texts(drawn.moving(9000)),
        ...texts([drawn.status(9000, { hint: long })]),
      ];
      for (const row of all) expect(displayWidth(row)).toBeLessThanOrEqual(width);
    },
  );
});
