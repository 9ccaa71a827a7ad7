import type { AgentErrorKind } from "#kernel";

/** An agent that cannot be made as it was described, or a session that cannot be taken up; `category` is one of the seven (R07). */
export class AgentError extends Error {
  override readonly name = "AgentError";
  readonly category: AgentErrorKind;
  constructor(category: AgentErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.category = category;
  }
}
