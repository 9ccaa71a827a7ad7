import type { JoinClosed, Mutation, ReceivedHandoff } from "#kernel";

/** Work that a run gives to a sub-agent. */
export interface ChildOrder {
  readonly parentSession: string;
  readonly toolCallId: string;
  /** The session that the sub-agent will have. */
  readonly sessionId: string;
  /** The sub-agent's name. */
  readonly name: string;
  readonly task: string;
}

/** A sub-agent's work as issue memory has it. */
export interface OpenedChild {
  readonly issueId: string;
  /** The packet that its session goes on from. */
  readonly received: ReceivedHandoff;
  /** What its last turn intends: the end of its issue. */
  readonly closes: Mutation;
}

/** How a sub-agent's run ended. */
export interface EndedChild extends Pick<ChildOrder, "sessionId" | "toolCallId"> {
  readonly issueId: string;
  readonly closes: Mutation;
  readonly phase: "Completed" | "Failed" | "Interrupted";
  /** One sentence: what it said last, or why it did not complete. */
  readonly summary: string;
  /** The turn that intends the end of the issue, and where its witness is; absent where no such turn closed. */
  readonly intended?: { readonly join: JoinClosed; readonly witnessRef?: string };
}

/** What became of a sub-agent's issue. */
export interface ChildEnd {
  readonly outcome: "closed" | "left_open";
  readonly note: string;
}

/** Where sub-agents' work becomes issues: there is no implicit chat branch (M17). Throws `PortError` where issue memory fails. */
export interface ChildWork {
  /** Makes the issue and the packet of a sub-agent, durable, before it begins. */
  open(order: ChildOrder): Promise<OpenedChild>;
  /** Closes the issue by what the last turn proves, or leaves it open and says why. */
  close(ended: EndedChild): Promise<ChildEnd>;
}
