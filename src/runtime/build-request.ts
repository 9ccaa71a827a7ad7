import { type CallSpec, type ClosedHistory, frozenCopy, sessionRequestDigest } from "#kernel";
import type { ModelRequest, ModelTool } from "#ports";
import { GO_ON, queuedNotes, renderedViews } from "./notes.ts";
import { faultOf } from "./fault.ts";
import { leftOutText, notesTokens, type Window } from "./request-window.ts";
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
  const { window, notes } = contentOf(run);
  const { messages, leftOut } = window;
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

/** What a request holds beside what every request of the run has: as much as the bound has room for, or a typed stop (R21). */
function contentOf(run: Run): { readonly window: Window; readonly notes: readonly string[] } {
  const history = run.closedHistory();
  const notes = [...viewsOf(run, history), ...queuedNotes(run)];
  if (notes.length === 0 && isItsOwnTurn(run)) notes.push(GO_ON);
  const window = run.window.of(history, notesTokens(notes));
  if (window.fits) return { window, notes: window.leftOut === 0 ? notes : [leftOutText(window.leftOut), ...notes] };
  const most = run.setting.terms.requestTokens;
  const message = `the task, the newest turn and what is told beside them have more than the ${most} tokens that a request may hold`;
  throw faultOf("BudgetExceeded", run.state.step, message);
}

/** The views that have room beside what a request has to hold; for others it says that they are not shown. */
function viewsOf(run: Run, history: ClosedHistory): readonly string[] {
  const views = renderedViews(run);
  if (views.length === 0) return NO_NOTES;
  const unshown = views.map(({ viewId }) => `[the view ${viewId} is not shown: there is no room for it]`);
  // Each may come to no more than those words: they have their room before any view has.
  const needed = run.window.least(history) + notesTokens(queuedNotes(run)) + notesTokens(unshown);
  let room = run.setting.terms.requestTokens - needed;
  return views.map(({ text }, at) => {
    const words = unshown[at] ?? "";
    const more = notesTokens([text]) - notesTokens([words]);
    if (more > room) return words;
    room -= more;
    return text;
  });
}

const NO_NOTES: readonly string[] = [];

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
  return (
    desk.tools
      .filter(({ name }) => eager.has(name) && allowed.has(name))
      // A copy that nobody can change: every request is given it.
      .map(({ name, description, schema, examples }) => frozenCopy({ name, description, schema, examples }))
  );
}
