/** How the work of a turn is laid out (000 §3). */
export type ExecutionPattern =
  | "single"
  | "chain"
  | "route"
  | "parallel"
  | "orchestrator_workers"
  | "evaluator_optimizer";

/** A pattern that may be a default (R14); any other does not compile as one. */
export type WorkflowDefault = "single" | "chain";

interface ExecutionPatternRow<P> {
  /** Whether calls may carry branch labels. */
  readonly branches: "allowed" | "forbidden";
  /** Whether the turn has to name its fan-out children. */
  readonly fanOutChildren: "required" | "optional";
  /** Whether a run may start with it unasked. */
  readonly workflowDefault: P extends WorkflowDefault ? true : false;
}

/** What each pattern allows and demands (R14): workflow first, more only when someone asks for it. */
export const EXECUTION_PATTERNS: { readonly [P in ExecutionPattern]: ExecutionPatternRow<P> } = {
  single: { branches: "forbidden", fanOutChildren: "optional", workflowDefault: true },
  chain: { branches: "forbidden", fanOutChildren: "optional", workflowDefault: true },
  route: { branches: "forbidden", fanOutChildren: "optional", workflowDefault: false },
  parallel: { branches: "allowed", fanOutChildren: "optional", workflowDefault: false },
  orchestrator_workers: { branches: "allowed", fanOutChildren: "required", workflowDefault: false },
  evaluator_optimizer: { branches: "forbidden", fanOutChildren: "optional", workflowDefault: false },
};

/** The pattern a word names; undefined becomes `tool.schema_invalid`. */
export function parseExecutionPattern(text: string): ExecutionPattern | undefined {
  return Object.hasOwn(EXECUTION_PATTERNS, text) ? (text as ExecutionPattern) : undefined;
}
