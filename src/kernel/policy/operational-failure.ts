/** Trouble of the harness or its surroundings, which no tool result can tell the model (004 Operational Failures). */
export type OperationalFailure = "tool_task_crashed" | "runtime_transport" | "provider_stream" | "cancelled";

interface OperationalRow {
  /** There is one answer, so that none can continue the turn (R13). */
  readonly answer: "stop_turn";
  readonly means: string;
}

/** What still stops the turn (R13). Everything the model may correct is a `ToolFailure` instead, and does not. */
export const OPERATIONAL_FAILURES: Readonly<Record<OperationalFailure, OperationalRow>> = {
  tool_task_crashed: { answer: "stop_turn", means: "the task that ran a tool crashed or could not be joined" },
  runtime_transport: { answer: "stop_turn", means: "a transport failed and its failure is no tool settlement" },
  provider_stream: { answer: "stop_turn", means: "the provider's stream failed after its retry budget" },
  cancelled: { answer: "stop_turn", means: "the run was cancelled" },
};
