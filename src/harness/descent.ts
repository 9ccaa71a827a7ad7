import {
  type HandoffContract,
  packetText,
  parseDigest,
  type ReceivedHandoff,
  type Receiving,
  type WalkedJournal,
} from "#kernel";
import {
  type Handoffs,
  PortError,
  type Repository,
  type Work,
  type Worked,
  type WorkOrder,
  type Worktree,
} from "#ports";
import { handOver, type HandedOver } from "./hand-over.ts";

/** What a chain of bounded sessions is made of. */
export interface DescentParts {
  readonly work: Work;
  /** Packets, and sight of what they rest on from a worktree. */
  readonly handoffs: (worktree: Worktree) => Promise<Handoffs>;
  /** The rows of a session, as far as they hold. */
  readonly readSession: (sessionId: string) => Promise<WalkedJournal>;
  readonly repository: Pick<Repository, "snapshot">;
  /** Who may hand over to whom, and with what. */
  readonly contract: HandoffContract;
  /** The role that hands over and that goes on. */
  readonly role: string;
  /** How many sessions one piece of work may take at most. */
  readonly maxSessions: number;
  /** Steps of each session but the first, which whoever works is given; the same again unless it is said. */
  readonly sessionSteps?: number;
  /** Is told of every packet as soon as it is durable. */
  readonly onHandoff?: (packet: string) => Promise<void>;
}

/**
 * One piece of work as a chain of bounded sessions (R23): a session that has used itself up, or that hands over by its own word, leaves a
 * packet made of its rows, and a new one goes on from it. At most so many; then the work is `exhausted` and its packet stays. A packet that
 * is unusable is refused with the gate's class, and nothing is begun from it.
 */
export function descend(parts: DescentParts): Work {
  const { work } = parts;
  if (!Number.isSafeInteger(parts.maxSessions) || parts.maxSessions < 1)
    throw new RangeError(`maxSessions is ${parts.maxSessions}, expected a whole number from 1`);
  return { kind: work.kind, work: (order) => new Descent(parts, order).go(), close: () => work.close() };
}

class Descent {
  readonly #parts: DescentParts;
  readonly #order: WorkOrder;
  #steps = 0;
  #costMicros: number | undefined;
  constructor(parts: DescentParts, order: WorkOrder) {
    this.#parts = parts;
    this.#order = order;
  }

  async go(): Promise<Worked> {
    const first = await this.#firstOrder();
    if ("outcome" in first) return first;
    return this.#parts.work.kind === "command" ? this.#parts.work.work(first) : this.#chain(first);
  }

  /**
   * What the first session is begun with: a packet of an earlier process is looked at before anything goes on from it. A session that was cut
   * off goes on, and is given the packet that it began with; one that handed over does not go on itself.
   */
  async #firstOrder(): Promise<WorkOrder | Worked> {
    const { packet, ...order } = this.#order;
    if (packet === undefined) return order;
    const receiving = await this.#receive(packet);
    const { resume, ...anew } = order;
    if (resume !== undefined && !(await this.#isFrom(packet, resume)))
      return receiving.ok ? withPacket(order, receiving.received, this.#parts.work.kind) : order;
    return receiving.ok ? withPacket(anew, receiving.received, this.#parts.work.kind) : refused(receiving);
  }

  /** Whether a session has handed over by a packet. */
  async #isFrom(packet: string, sessionId: string): Promise<boolean> {
    const handoffs = await this.#parts.handoffs(this.#order.worktree);
    const digest = parseDigest(packet);
    try {
      return digest !== undefined && handoffs.get(digest).from.sessionId === sessionId;
    } catch (error) {
      if (!(error instanceof PortError) || error.code === "io") throw error;
      return false;
    }
  }

  async #chain(first: WorkOrder): Promise<Worked> {
    let order = first;
    for (let session = 1; ; session += 1) {
      const worked = await this.#parts.work.work(told(order));
      this.#count(worked);
      const handed = await handOver(this.#parts, order, worked);
      if (handed === undefined) return this.#summed(worked);
      if (!handed.ok) return this.#summed(refused(handed));
      await this.#parts.onHandoff?.(handed.digest);
      if (!handed.goesOn || session === this.#parts.maxSessions || order.signal.aborted)
        return this.#summed({ ...worked, outcome: endOf(worked, handed), packet: handed.digest });
      const receiving = await this.#receive(handed.digest);
      if (!receiving.ok) return this.#summed({ ...refused(receiving), packet: handed.digest });
      order = nextOrder(first, receiving.received, handed);
    }
  }

  async #receive(packet: string): Promise<Receiving> {
    const digest = parseDigest(packet);
    if (digest === undefined) return { ok: false, problem: `${packet} is no packet's name`, findings: [] };
    const handoffs = await this.#parts.handoffs(this.#order.worktree);
    try {
      return await handoffs.receive(digest);
    } catch (error) {
      if (!(error instanceof PortError) || error.code === "io") throw error;
      return { ok: false, problem: error.message, findings: [] };
    }
  }

  #count({ steps = 0, costMicros }: Worked): void {
    this.#steps += steps;
    if (costMicros !== undefined) this.#costMicros = (this.#costMicros ?? 0) + costMicros;
  }

  /** What all sessions came to. */
  #summed(worked: Worked): Worked {
    const spent = this.#costMicros === undefined ? {} : { costMicros: this.#costMicros };
    return { ...worked, ...(this.#steps === 0 ? {} : { steps: this.#steps }), ...spent };
  }
}

/** Whoever is told of a session is told of its packet. */
function told(order: WorkOrder): WorkOrder {
  const { onSession, handoffIn } = order;
  if (onSession === undefined || handoffIn === undefined) return order;
  return { ...order, onSession: (sessionId) => onSession(sessionId, handoffIn.digest) };
}

type Unusable = Pick<Extract<Receiving, { ok: false }>, "problem" | "findings">;

/** Work that is not begun, because what it would go on from is not what it says. */
function refused({ problem, findings }: Unusable): Worked {
  const classes = [...new Set(findings.map((finding) => finding.class))];
  return {
    outcome: "failed",
    summary: `the handoff cannot be used: ${problem}`,
    failureClasses: classes.length === 0 ? [UNREADABLE] : classes,
  };
}

const UNREADABLE = "handoff.required_artifact_missing";

function endOf({ outcome }: Worked, { goesOn }: HandedOver): Worked["outcome"] {
  return goesOn ? "exhausted" : outcome;
}

/** A new session that goes on: nothing of the one before but the packet, and what is left of the budget. */
function nextOrder(first: WorkOrder, received: ReceivedHandoff, { budget }: HandedOver): WorkOrder {
  const { resume: _before, budget: _spent, ...order } = first;
  return { ...order, context: [], handoffIn: received, ...(budget === undefined ? {} : { budget }) };
}

/** A command is told the packet's text: it has no evidence of its own. */
function withPacket(order: WorkOrder, received: ReceivedHandoff, kind: Work["kind"]): WorkOrder {
  return kind === "agent"
    ? { ...order, handoffIn: received }
    : { ...order, context: [packetText(received.handoff), ...order.context] };
}
