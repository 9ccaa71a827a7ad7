import type { CallSpec } from "#kernel";
import type { ModelRequest, ModelTool } from "#ports";
import type { Run } from "./run.ts";

/** A request, and what evidence says of it. */
export interface BuiltRequest {
  readonly request: ModelRequest;
  readonly digest: string;
}

/** The request of a turn: a function of the bound spec and a closed history, nothing else (R11, R21, R25). */
export function buildRequest(run: Run, spec: CallSpec): BuiltRequest {
  const { setting } = run;
  const { values, wire } = spec;
  const { messages, leftOut } = run.window.of(run.closedHistory());
  const notes = [...(leftOut === 0 ? [] : [`[${leftOut} earlier messages are not shown]`]), ...run.reminders];
  const request: ModelRequest = {
    modelRef: wire.modelRef ?? setting.model.ref,
    system: setting.system,
    messages: notes.length === 0 ? messages : [...messages, { role: "user", text: notes.join("\n") }],
    tools: run.tools,
    toolChoice: values.toolChoice,
    parallelToolCalls: values.transportPolicy.parallelToolCalls,
    maxOutputTokens: setting.limits.outputTokens,
  };
  const source = [run.head, setting.specDigest, setting.system, leftOut, ...notes].join("\n");
  return { request, digest: `sha256:${setting.sha256(source)}` };
}

/** What the model is told of the tools that the policy allows, once for a run. */
export function modelTools({ setting }: Run): readonly ModelTool[] {
  const { catalog, toolPolicy } = setting.policies.values;
  const eager = new Set(catalog.filter(({ loading }) => loading === "eager").map(({ name }) => name));
  const allowed = new Set(toolPolicy.allow);
  return setting.desk.tools
    .filter(({ name }) => eager.has(name) && allowed.has(name))
    .map(({ name, description, schema, examples }) => ({ name, description, schema, examples }));
}
