/** How the model acts (K12). */
export type ActionMode = "code" | "json" | "text";

/** Every adapter profile there is: named, deterministic normalisers from text to tool blocks (R19). A changed parser is a new name. */
export const ADAPTER_PROFILES = ["fenced_json.v1", "xml_tag.v1"] as const;

/** One of {@link ADAPTER_PROFILES}. */
export type AdapterProfile = (typeof ADAPTER_PROFILES)[number];

interface ActionModeRow {
  /** How many calls one action may hold. */
  readonly callsPerAction: "many" | "one";
  /** Whether calls exist only after a named adapter profile has normalised the reply. */
  readonly adapterProfile: "required" | "none";
  /** Whether a call may be made by a program instead of the model. */
  readonly callerEdges: "allowed" | "forbidden";
  /** What a turn of this mode has to show beyond its calls and results. */
  readonly evidence: readonly string[];
}

/** The typing rules of each mode (000 §5, K12). */
export const ACTION_MODES: Readonly<Record<ActionMode, ActionModeRow>> = {
  code: {
    callsPerAction: "many",
    adapterProfile: "none",
    callerEdges: "allowed",
    evidence: ["stdout", "stderr", "traceback"],
  },
  json: { callsPerAction: "one", adapterProfile: "none", callerEdges: "forbidden", evidence: [] },
  text: { callsPerAction: "one", adapterProfile: "required", callerEdges: "forbidden", evidence: ["adapterProfile"] },
};

/** A mode with all that it needs: to forget text's adapter profile does not compile, to have none has to be said. */
export type BoundActionMode =
  | { readonly mode: Exclude<ActionMode, "text"> }
  | { readonly mode: "text"; readonly adapterProfile: AdapterProfile | undefined };

/** The mode that terms name, in one value. */
export function actionModeOf(terms: {
  readonly actionMode: ActionMode;
  readonly adapterProfile?: AdapterProfile;
}): BoundActionMode {
  const { actionMode, adapterProfile } = terms;
  return actionMode === "text" ? { mode: "text", adapterProfile } : { mode: actionMode };
}

/** Whether calls may run at all. Text without a profile is only looked at, never obeyed (R19). */
export function toolAccess(bound: BoundActionMode): "callable" | "observe_only" {
  return bound.mode === "text" && bound.adapterProfile === undefined ? "observe_only" : "callable";
}

/** True when one action of this mode may hold so many calls (K12). */
export function admitsCalls(mode: ActionMode, calls: number): boolean {
  const most = ACTION_MODES[mode].callsPerAction === "many" ? Number.MAX_SAFE_INTEGER : 1;
  return Number.isSafeInteger(calls) && calls >= 0 && calls <= most;
}

/** The mode a word names; undefined becomes `tool.schema_invalid`. */
export function parseActionMode(text: string): ActionMode | undefined {
  return Object.hasOwn(ACTION_MODES, text) ? (text as ActionMode) : undefined;
}

/** The profile a word names; undefined means that text stays observe-only. */
export function parseAdapterProfile(text: string): AdapterProfile | undefined {
  return ADAPTER_PROFILES.find((profile) => profile === text);
}
