import { toolFailure, type ToolFailure, type ToolFailureCode } from "#kernel";

/** Thrown by a tool to answer with a failure that the model may correct: it becomes a result, not an error of the run (DESIGN 18). */
export class ToolFailed extends Error implements ToolFailure {
  override readonly name = "ToolFailed";
  readonly code: ToolFailureCode;
  readonly retryable: boolean;
  constructor(code: ToolFailureCode, message: string) {
    const failure = toolFailure(code, message);
    super(failure.message);
    this.code = failure.code;
    this.retryable = failure.retryable;
  }
}
