import { type CallSpec, sessionRequestDigest } from "#kernel";
import type { ModelRequest, ModelTool } from "#ports";
import { queuedNotes, renderedViews } from "./notes.ts";
import { faultOf } from "./fault.ts";
import type { Window } from "./request-window.ts";
import type { Run } from "./run.ts";
import type { RunSetting } from "./run-setting.ts";
import { asStructured, asText, textToolGuide } from "./text-mode.ts";

/** A request, and what evidence says of it. */
export interface BuiltRequest {
  readonly request: ModelRequest;
  readonly digest: string;
  /** How many messages of the history are not in it. */
  readonly leftOut: number;
  /** What the model is told beside the history. */
  readonly notes: readonly string[];
}

const NO_TOOLS: readonly ModelTool[] = [];

/** The request of a turn: a function of the bound spec and a closed history, nothing else (R11, R21, R25). */
export function buildRequest(run: Run, spec: CallSpec): BuiltRequest {
  const { setting, state } = run;
  const { values, wire } = spec;
  const { terms, mode } = setting;
  const { messages, leftOut } = windowOf(run);
  const notes = notesOf(run, leftOut);
  const said = mode.mode === "text" ? messages.map(asText) : state.hasTextCalls ? asStructured(messages) : messages;
  const request: ModelRequest = {
    modelRef: wire.modelRef ?? terms.modelRef,
    system: mode.mode === "text" ? `${terms.system}${textToolGuide(mode.adapterProfile, run.tools)}` : terms.system,
    messages: notes.length === 0 ? said : [...said, { role: "user", text: notes.join("\n") }],
    tools: mode.mode === "text" ? NO_TOOLS : run.tools,
    toolChoice: values.toolChoice,
    parallelToolCalls: values.transportPolicy.parallelToolCalls,
    maxOutputTokens: terms.outputTokens,
  };
  const { head, since } = state;
  const source = { head, since, specDigest: setting.policies.specDigest, terms, leftOut, notes };
  return { request, digest: sessionRequestDigest(source, setting.sha256), leftOut, notes };
}

function windowOf(run: Run): Window {
  const window = run.window.of(run.closedHistory());
  if (window.fits) return window;
  const most = run.setting.terms.requestTokens;
  const message = `the newest turn has more than the ${most} tokens that a request may hold of the history`;
  throw faultOf("BudgetExceeded", run.state.step, message);
}

function notesOf(run: Run, leftOut: number): readonly string[] {
  const notes = queuedNotes(run);
  const views = renderedViews(run);
  if (leftOut > 0) return [`[${leftOut} earlier messages are not shown]`, ...views, ...notes];
  if (views.length > 0) return [...views, ...notes];
  return notes.length === 0 && isItsOwnTurn(run) ? GO_ON : notes;
}

const GO_ON: readonly string[] = ["Go on."];

/** The model spoke last, and not because it paused: providers refuse a request that nobody but the model has spoken in since (PEERS 17). */
function isItsOwnTurn({ history, state }: Run): boolean {
  return history.messages.at(-1)?.role === "assistant" && state.stopReason !== "pause_turn";
}

const TOLD = new WeakMap<readonly unknown[], { readonly values: unknown; readonly tools: readonly ModelTool[] }>();

/** What the model is told of the tools that the policy allows, once for all runs that have the same tools and policies. */
export function modelTools({ setting }: Run): readonly ModelTool[] {
  const { values } = setting.policies;
  const { tools: given } = setting.desk;
  const known = TOLD.get(given);
  if (known?.values === values) return known.tools;
  const tools = Object.freeze(allowedTools(setting));
  TOLD.set(given, { values, tools });
  return tools;
}

function allowedTools({ desk, policies }: RunSetting): ModelTool[] {
  const { catalog, toolPolicy } = policies.values;
  const eager = new Set(catalog.filter(({ loading }) => loading === "eager").map(({ name }) => name));
  const allowed = new Set(toolPolicy.allow);
  return desk.tools
    .filter(({ name }) => eager.has(name) && allowed.has(name))
    .map(({ name, description, schema, examples }) => Object.freeze({ name, description, schema, examples }));
}
