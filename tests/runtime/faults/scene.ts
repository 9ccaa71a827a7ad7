import { setImmediate, setTimeout } from "node:timers/promises";
import {
  type Handoff,
  type JsonObject,
  parseRuleSet,
  type ReceivedHandoff,
  receiveHandoff,
  retry,
  type RuleSet,
  type SpecValues,
} from "#kernel";
import { sha256 } from "#platform";
import type {
  CancelSignal,
  ChildWork,
  Clock,
  Journal,
  ModelChunk,
  ModelRequest,
  Model,
  PortError,
  Tool,
  ToolContext,
} from "#ports";
import {
  agent,
  type Agent,
  CLOSED_SPEC,
  harnessPolicy,
  ToolFailed,
  toolFromJsonSchema,
  toolSet,
} from "../../../src/index.ts";
import { type FaultPoint, say, scriptedModel } from "../../../src/testing/index.ts";
import { permissionKeeper } from "../../../src/tools/permission/permission-keeper.ts";
import { sampleHandoff } from "../../support/sample-handoff.ts";
import { nextTurn } from "./next-turn.ts";

/*
 * A session that meets everything: calls beside each other, one that fails, one that breaks, arguments that do not fit, a transport that
 * breaks, a question, a checkpoint, a packet to go on from, a sub-agent with an issue. What the model asks for follows from what it is sent and nothing else, so that it goes on
 * where a session was taken up. No label is asked for twice: a label that has two effects was run twice.
 */

/** What hits a run, and where it is told of each moment. */
export interface SceneHooks {
  /** Each boundary as it is crossed. What it throws is thrown there. */
  at(point: FaultPoint): void;
  /** A tool takes effect. */
  effect(toolCallId: string, label: string): void;
  /** Asked at each boundary of the model: what the wire does wrong now. */
  wire(): PortError | undefined;
  /** Asked at each boundary of a tool: what breaks it now. */
  breakage(): Error | undefined;
  /** Each request, as it is sent. */
  sent(request: ModelRequest): void;
  /** Whether the connection of an earlier process had broken: it breaks once in a session, or a policy would rightly give up. */
  readonly hasBroken?: boolean;
}

/** What a scene is played with. */
export interface SceneOptions {
  readonly hooks: SceneHooks;
  readonly clock: Clock;
  readonly journal: (sessionId: string) => Journal | Promise<Journal>;
  readonly sinks?: NonNullable<Parameters<typeof agent>[0]["sinks"]>;
  /** How long a tool takes. */
  readonly toolMs?: number;
}

export const INPUT = "Do everything.";
/** What the scene goes on from. */
export const HANDED: ReceivedHandoff = received(sampleHandoff());

function received(handoff: Handoff): ReceivedHandoff {
  const receiving = receiveHandoff(handoff, handoff.artifacts, sha256);
  if (!receiving.ok) throw new Error(receiving.problem);
  return receiving.received;
}

/** Gives each sub-agent an issue by the name of its session. */
const issuesOfChildren: ChildWork = {
  async open({ sessionId, task }) {
    await setImmediate();
    const issueId = `bd-${sessionId}`;
    const handedTo = received(sampleHandoff({ issueId, intent: task, artifacts: [] }));
    return { issueId, received: handedTo, closes: { action: "issue.close", args: { id: issueId } } };
  },
  async close({ intended }) {
    await setImmediate();
    return { outcome: intended === undefined ? "left_open" : "closed", note: "the scene" };
  },
};

/** The agent of the scene. */
export function sceneAgent(options: SceneOptions): Agent<string> {
  const { hooks, clock, journal, sinks = [] } = options;
  return agent({
    model: hookedModel(hooks),
    budget: 400,
    tools: toolSet(...sceneTools(options)).build(),
    children: issuesOfChildren,
    agents: [{ name: "helper", description: "Helps.", agent: helper(options), share: { steps: 3 } }],
    policy: { ...harnessPolicy, onThrow: "raise", engine: { ...harnessPolicy.engine, onToolError: () => retry() } },
    spec: SPEC,
    permissions: (seat) =>
      permissionKeeper({
        ruleSet: RULES,
        readShell: () => {
          throw new Error("the scene has no shell");
        },
        root: "/",
        sessionId: seat.sessionId,
        clock,
        kept: seat.kept,
        timeoutMs: 60_000,
        asked: (question) => {
          hooks.at("before permission question");
          seat.asked(question);
        },
        approver: async () => {
          hooks.at("during permission question");
          await setImmediate();
          return { decision: "approved", scope: "once", by: "ana" };
        },
        keep: async (approval) => {
          await seat.keep(approval);
          hooks.at("after permission question");
        },
      }),
    checkpoint: async () => {
      hooks.at("before checkpoint");
      await setImmediate();
      hooks.at("during checkpoint");
      await setImmediate();
      hooks.at("after checkpoint");
      return { decision: "approved", by: "ana" };
    },
    journal,
    sinks,
  });
}

const SPEC: Partial<SpecValues> = {
  stopPolicy: { maxTurns: 1_000, checkpoints: [{ at: 2, kind: "review" }] },
  decompositionPolicy: { ...CLOSED_SPEC.decompositionPolicy, maxFanOut: 64 },
};

const RULES: RuleSet = (() => {
  const wish = (tool: string): JsonObject => ({ tool, args: { label: "x" } });
  const reading = parseRuleSet(
    {
      schema: 1,
      kind: "tusk.permissions.v1",
      id: "scene",
      otherwise: "deny",
      rules: [
        {
          id: "free",
          effect: "allow",
          why: "it does no harm",
          tools: ["note", "flaky", "crash", "helper"],
          match: [wish("note")],
          not_match: [wish("deploy")],
        },
        {
          id: "asked",
          effect: "ask",
          why: "somebody has to know",
          tools: ["deploy"],
          match: [wish("deploy")],
          not_match: [wish("note")],
        },
      ],
    },
    {
      sha256,
      readShell: () => {
        throw new Error("the scene has no shell");
      },
    },
  );
  if (!reading.ok) throw new Error(reading.problems.join("; "));
  return reading.ruleSet;
})();

const LABEL = {
  type: "object",
  properties: { label: { type: "string" } },
  required: ["label"],
  additionalProperties: false,
};

function sceneTools(options: SceneOptions): readonly Tool[] {
  const run = (end: (label: string) => unknown) => {
    return (args: unknown, context: ToolContext) => takeEffect(options, { args, context, end });
  };
  const named = (name: string, end: (label: string) => unknown): Tool =>
    toolFromJsonSchema({ name, description: `${name}.`, schema: LABEL, run: run(end) });
  return [
    named("note", (label) => `noted ${label}`),
    named("deploy", (label) => `deployed ${label}`),
    named("flaky", () => {
      throw new ToolFailed("NonZeroExit", "it did not work");
    }),
    named("crash", () => {
      throw new Error("a bug of the tool");
    }),
  ];
}

interface Effecting {
  readonly args: unknown;
  readonly context: ToolContext;
  readonly end: (label: string) => unknown;
}

async function takeEffect({ hooks, toolMs = 0 }: SceneOptions, { args, context, end }: Effecting): Promise<unknown> {
  const label = labelIn(args);
  hooks.at("before tool run");
  mayBreak(hooks);
  hooks.effect(context.toolCallId, label);
  hooks.at("during tool run");
  mayBreak(hooks);
  await (toolMs === 0 ? setImmediate() : setTimeout(toolMs));
  hooks.at("after tool run");
  mayBreak(hooks);
  return end(label);
}

function mayBreak(hooks: SceneHooks): void {
  const error = hooks.breakage();
  if (error !== undefined) throw error;
}

function helper({ journal, toolMs = 0 }: SceneOptions): Agent<unknown> {
  return agent({ model: scriptedModel(() => say("helped", { delayMs: toolMs })), budget: 3, journal });
}

/** The label of a call's arguments. */
function labelIn(args: unknown): string {
  return typeof args === "object" && args !== null && "label" in args ? String(args.label) : "";
}

/** A model that streams what the scene says next, with a moment before, in and after each reply. */
function hookedModel(hooks: SceneHooks): Model {
  let hasBroken = hooks.hasBroken ?? false;
  const inner = scriptedModel(
    ({ messages }) => {
      const turn = nextTurn(messages, hasBroken);
      hasBroken ||= turn.kind === "failure";
      return turn;
    },
    { streams: true, records: false },
  );
  async function* stream(request: ModelRequest, signal: CancelSignal): AsyncGenerator<ModelChunk> {
    hooks.sent(request);
    hooks.at("before model call");
    mayFail(hooks);
    let isFirst = true;
    for await (const chunk of inner.stream?.(request, signal) ?? []) {
      if (chunk.kind === "reply") {
        hooks.at("after model call");
        mayFail(hooks);
      }
      yield chunk;
      if (isFirst) {
        hooks.at("during model call");
        mayFail(hooks);
      }
      isFirst = false;
    }
  }
  return { ...inner, stream };
}

function mayFail(hooks: SceneHooks): void {
  const error = hooks.wire();
  if (error !== undefined) throw error;
}
