import {
  digestJson,
  type Json,
  NotJsonError,
  parsePolicyDecision,
  type PolicyDecision,
  type Sha256,
  takenJson,
} from "#kernel";
import type { DeskPreparing, Journal, PermissionVerdict, PolicyEngine, ToolDesk } from "#ports";
import type { RunSetting, TurnIntention } from "../run-setting.ts";
import { tapedModel } from "./taped-model.ts";
import type { TapeRecorder } from "./tape-recorder.ts";

/** The same run, everything that the world gives to it and every row that comes of it written on a tape (R24). */
export function recordingSetting(setting: RunSetting, recorder: TapeRecorder): RunSetting {
  const { clock, model, journal, signal, permissions, checkpoint, guards, views, output, reminders, sha256, intends } =
    setting;
  return {
    ...setting,
    clock: { now: () => recorder.answerNow("tape.clock", "", { ask: () => clock.now(), say: (now) => now }) },
    model: tapedModel(model, recorder, { signal, sha256 }),
    desk: tapedDesk(setting, recorder),
    journal: tapedJournal(journal, recorder),
    policy: { ...setting.policy, engine: tapedEngine(setting.policy.engine, recorder) },
    permissions: permissions && {
      judge: async (wish) =>
        recorder.answer("tape.permission", wish.toolCallId, {
          ask: () => permissions.judge(wish, signal),
          // A keeper without types may say nothing: that is recorded as nothing.
          say: (verdict: Partial<PermissionVerdict> | undefined) => verdict?.evidence && { ...verdict.evidence },
        }),
    },
    checkpoint:
      checkpoint &&
      (async (question) =>
        recorder.answer("tape.checkpoint", String(question.at), {
          ask: () => checkpoint(question, signal),
          say: (answer) => answer && { decision: answer.decision, by: answer.by },
        })),
    guards: guards.map((guard) => ({
      ...guard,
      check: (input) =>
        recorder.answer("tape.guard", guard.id, { ask: () => guard.check(input, signal), say: truthOf }),
    })),
    views: views.map((each) => tapedView(each, recorder, sha256)),
    output: (text) =>
      recorder.answer("tape.output", "", { ask: () => output(text), say: (reading) => ({ ...reading }) }),
    reminders: () => {
      const texts = reminders();
      if (texts.length > 0) recorder.put({ kind: "tape.reminded", key: "", waited: false, value: [...texts] });
      return texts;
    },
    signal: recorder.watched(signal),
    ...(intends === undefined ? {} : { intends: tapedIntention(intends, recorder) }),
  };
}

function tapedIntention(intends: TurnIntention, recorder: TapeRecorder): TurnIntention {
  return (calls) =>
    recorder.answerNow("tape.intended", String(calls.step), {
      ask: () => intends(calls),
      // A draft is JSON by its form; what is not is refused by the journal.
      say: (draft) => draft as unknown as Json | undefined,
    });
}

/** What is neither true nor false is recorded as nothing: the run takes any such answer for an error. */
function truthOf(given: unknown): boolean | undefined {
  return typeof given === "boolean" ? given : undefined;
}

function tapedDesk({ desk, signal }: RunSetting, recorder: TapeRecorder): ToolDesk {
  return {
    tools: desk.tools,
    prepare: (call) =>
      recorder.answer("tape.prepared", call.toolCallId, { ask: () => desk.prepare(call, signal), say: preparedJson }),
    run: (call, place) =>
      recorder.answer("tape.ran", call.toolCallId, {
        ask: () => desk.run(call, { ...place, signal }),
        // A draft is JSON by its form; what is not is refused by the journal.
        say: (draft) => draft as unknown as Json,
      }),
  };
}

function preparedJson(preparing: DeskPreparing): Json {
  if (!preparing.ok) return { ok: false, failure: { ...preparing.failure } };
  const { tool, args, repairs } = preparing.call;
  return { ok: true, tool: tool.name, args, repairs: repairs.map((repair) => ({ ...repair })) };
}

function tapedJournal(journal: Journal, recorder: TapeRecorder): Journal {
  const failed = (error: unknown): never => {
    recorder.unwritten(error);
    throw error;
  };
  const appended: Journal["append"] = (event) => {
    try {
      return journal.append(event);
    } catch (error) {
      return failed(error);
    }
  };
  return {
    sessionId: journal.sessionId,
    opened: journal.opened,
    append(event) {
      const row = appended(event);
      recorder.putRow(event);
      return row;
    },
    get isSettled(): boolean {
      return journal.isSettled;
    },
    settled: () => journal.settled().catch(failed),
    get head() {
      return journal.head;
    },
    close: () => journal.close(),
  };
}

function tapedEngine(engine: PolicyEngine, recorder: TapeRecorder): PolicyEngine {
  const say = (decision: PolicyDecision | undefined): Json | undefined =>
    decision === undefined ? undefined : { ...decision };
  const taped = (key: string, decide: () => unknown): PolicyDecision => {
    // What is no decision is told as none, whatever it is, and is none for the run too.
    const ask = (): PolicyDecision | undefined => parsePolicyDecision(decide());
    return recorder.answerNow("tape.decided", key, { ask, say }) as PolicyDecision;
  };
  return {
    onModelError: (view, fault) => taped("model", () => engine.onModelError(view, fault)),
    onToolError: (view, fault) => taped("tool", () => engine.onToolError(view, fault)),
  };
}

type View = RunSetting["views"][number];

/** A copy of what a view says: whoever made it may go on with it. What is no JSON is nothing, on the tape and for the run, which refuses it. */
function takenView(seen: unknown): Json {
  try {
    return takenJson(seen);
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
    return undefined as unknown as Json;
  }
}

function tapedView(each: View, recorder: TapeRecorder, sha256: Sha256): View {
  const { viewId } = each;
  const view = (run: Parameters<View["view"]>[0]): Json =>
    recorder.answerNow("tape.view", viewId, { ask: () => takenView(each.view(run)), say: (seen) => seen });
  if (each.render === undefined) return { viewId, view };
  const render = each.render.bind(each);
  return {
    viewId,
    view,
    render: (seen) =>
      recorder.answerNow("tape.rendered", viewId, {
        ask: () => render(seen),
        say: (shown) => ({ view: digestJson(sha256, seen), shown }),
      }),
  };
}
