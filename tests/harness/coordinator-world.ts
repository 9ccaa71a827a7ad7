import { setImmediate } from "node:timers/promises";
import { type Issue, type Timestamp, timestampOfNanos } from "#kernel";
import { coordinate, type CoordinatorTerms } from "#harness";
import { utf8 } from "#platform";
import {
  type CoordinatorEnd,
  type CoordinatorPicture,
  type CoordinatorRow,
  PortError,
  type WorkerNews,
  type WorkerOrder,
  type WorkerStanding,
} from "#ports";

/** What a scripted worker does with the issue that it is given. */
export type Deed =
  | "closes"
  | "fails"
  | "retries"
  | "dies"
  | "dies-early"
  | "idles"
  | "busy"
  | "was-busy"
  | "silent"
  | "deaf"
  | "unusable"
  | "babbles";

export interface WorldOptions {
  readonly issues: readonly Issue[];
  /** What the nth attempt at an issue comes to; by default it is closed. */
  readonly deed?: (order: WorkerOrder, attempt: number) => Deed;
  /** Which of those that could go on does. */
  readonly pick?: (count: number) => number;
  readonly terms?: Partial<CoordinatorTerms>;
  readonly expansion?: () => string | undefined;
  /** Whether the issues cannot be read now. */
  readonly unreadable?: (world: World) => boolean;
  /** Called before every step that anything takes. */
  readonly watch?: (world: World) => void;
}

interface ScriptedWorker {
  readonly order: WorkerOrder;
  readonly steps: (() => void)[];
  readonly hear: (news: WorkerNews) => void;
  told: "stop" | "kill" | undefined;
}

const TERMS: CoordinatorTerms = {
  prefix: "worker",
  maxParallel: 2,
  rounds: undefined,
  by: "id",
  continueOnFailure: true,
  silenceMs: 60_000,
  graceMs: 10_000,
};
const START_MS = 1_770_000_000_000;
const LEASE_MS = 60_000;

/** A coordinator among scripted issues, workers and time: everything that happens is decided here, one step after another. */
export class World {
  readonly issues: Map<string, Issue>;
  readonly rows: CoordinatorRow[] = [];
  readonly starts: WorkerOrder[] = [];
  readonly pictures: CoordinatorPicture[] = [];
  readonly running = new Map<string, ScriptedWorker>();
  readonly passedOn: string[] = [];
  readonly begun = new Set<string>();
  readonly #options: WorldOptions;
  readonly #stop = new AbortController();
  readonly #alarms = new Set<{ readonly at: number; readonly ring: () => void }>();
  #ms = START_MS;
  readonly #gone = new Set<string>();

  constructor(options: WorldOptions) {
    this.#options = options;
    this.issues = new Map(options.issues.map((issue) => [issue.id, issue]));
  }

  get now(): Timestamp {
    return timestampOfNanos(BigInt(this.#ms) * 1_000_000n);
  }

  press(): void {
    this.#stop.abort();
  }

  /** Lets everything happen until the coordinator has ended. */
  async run(): Promise<CoordinatorEnd> {
    const done: { end?: CoordinatorEnd } = {};
    const running = coordinate({ ...TERMS, ...this.#options.terms }, this.#ports()).then((end) => {
      done.end = end;
    });
    for (let step = 0; done.end === undefined; step += 1) {
      if (step > 20_000) throw new Error("it does not come to an end");
      await setImmediate();
      await Promise.race([running, setImmediate()]);
      if (done.end === undefined) this.#step();
    }
    return done.end;
  }

  #step(): void {
    this.#options.watch?.(this);
    const able = [...this.running.values()].filter(({ steps }) => steps.length > 0);
    const at = Math.min(able.length - 1, this.#options.pick?.(able.length) ?? 0);
    const worker = able[at];
    if (worker !== undefined) return worker.steps.shift()?.();
    const [next] = [...this.#alarms].toSorted((one, other) => one.at - other.at);
    if (next === undefined) return;
    this.#ms = Math.max(this.#ms, next.at);
    this.#alarms.delete(next);
    next.ring();
  }

  #ports(): Parameters<typeof coordinate>[1] {
    return {
      now: () => this.now,
      utf8,
      alarm: (ms, ring) => {
        const alarm = { at: this.#ms + ms, ring };
        this.#alarms.add(alarm);
        return () => this.#alarms.delete(alarm);
      },
      issues: {
        load: () => {
          if (this.#options.unreadable?.(this) === true) throw new PortError("issues", "corrupt", "line 3: it is torn");
          return { issues: new Map(this.issues), lines: this.issues.size, snapshotRef: "" };
        },
      },
      workers: {
        start: async (order, hear) => this.#start(order, hear),
        standingOf: async (id) => this.#standingOf(id),
        begun: async () => this.begun,
      },
      expansion: async () => this.#options.expansion?.(),
      watcher: {
        stop: this.#stop.signal,
        tell: (row) => void this.rows.push(row),
        passOn: (text) => void this.passedOn.push(text),
        show: (picture) => void this.pictures.push(picture),
        close: async () => undefined,
      },
    };
  }

  #standingOf(workerId: string): WorkerStanding {
    return this.running.has(workerId) ? "live" : this.#gone.has(workerId) ? "gone" : "unknown";
  }

  #start(order: WorkerOrder, hear: (news: WorkerNews) => void): { pid: number; end(how: "stop" | "kill"): void } {
    this.starts.push(order);
    const attempt = this.starts.filter(({ issueId }) => issueId === order.issueId).length;
    const worker: ScriptedWorker = { order, steps: [], hear, told: undefined };
    worker.steps.push(...this.#stepsOf(worker, this.#options.deed?.(order, attempt) ?? "closes"));
    this.running.set(order.workerId, worker);
    return { pid: 1000 + this.starts.length, end: (how) => this.#told(worker, how) };
  }

  #told(worker: ScriptedWorker, how: "stop" | "kill"): void {
    worker.told = how;
    if (this.running.get(worker.order.workerId) !== worker) return;
    const isDeaf = worker.steps.length === 0 && how === "stop" && this.#deaf.has(worker);
    if (isDeaf) return;
    const { issueId } = worker.order;
    worker.steps.splice(0);
    if (how === "kill") worker.steps.push(() => this.#ended(worker, { signal: "SIGKILL" }));
    else
      worker.steps.push(
        () => this.#release(issueId, worker),
        () => this.#ended(worker, { exit: 0 }),
      );
  }

  readonly #deaf = new Set<ScriptedWorker>();

  #stepsOf(worker: ScriptedWorker, deed: Deed): readonly (() => void)[] {
    const { issueId } = worker.order;
    const claim = (): void => this.#claim(worker);
    const say =
      (row: object): (() => void) =>
      () =>
        this.#say(worker, row);
    const exit =
      (code: number): (() => void) =>
      () =>
        this.#ended(worker, { exit: code });
    const die = (): void => this.#ended(worker, { signal: "SIGKILL" });
    const record = (resultClass: string) => say({ kind: "stop.recorded", stepId: "s", issueId, resultClass });
    const release = (): void => this.#release(issueId, worker);
    switch (deed) {
      case "closes":
        return [claim, say({ kind: "step.working", issueId }), () => this.#close(worker), record("completed"), exit(0)];
      case "babbles":
        return [
          () => worker.hear({ kind: "line", text: "hello \u001B[2J" }),
          claim,
          () => this.#close(worker),
          exit(0),
        ];
      case "fails":
        return [claim, record("failed_checks"), release, exit(1)];
      case "retries":
        return [claim, record("retry_needed_lease_active"), release, exit(1)];
      case "dies":
        return [claim, die];
      case "dies-early":
        return [die];
      case "idles":
        return [say({ kind: "boot.target", reason: "nothing", ready: 0 }), exit(0)];
      case "busy":
        return [() => this.#refuse(worker), () => this.#ended(worker, { exit: 1, isBusy: true })];
      case "was-busy":
        return [() => this.#refuse(worker), exit(1)];
      case "unusable":
        return [exit(2)];
      case "silent":
        return [claim];
      case "deaf":
        this.#deaf.add(worker);
        return [claim];
      default:
        return deed satisfies never;
    }
  }

  #claim(worker: ScriptedWorker): void {
    const { issueId, workerId } = worker.order;
    const issue = this.issues.get(issueId);
    const owner = issue?.lease?.owner;
    // What it had itself before it died is its own again.
    const isFree = issue?.status === "open" || owner === workerId || (owner !== undefined && !this.running.has(owner));
    if (issue === undefined || !isFree) {
      worker.steps.splice(0, worker.steps.length, () => this.#ended(worker, { exit: 0 }));
      return;
    }
    const expires_at = timestampOfNanos(BigInt(this.#ms + LEASE_MS) * 1_000_000n);
    const lease = { lease_id: "l", owner: workerId, acquired_at: this.now, expires_at };
    this.issues.set(issueId, { ...issue, status: "in_progress", assignee: workerId, lease });
    this.#say(worker, { kind: "step.claimed", stepId: "s", issueId, leaseId: "l", expiresAt: expires_at });
  }

  #close(worker: ScriptedWorker): void {
    const { issueId } = worker.order;
    const issue = this.issues.get(issueId);
    if (issue?.lease?.owner !== worker.order.workerId) throw new Error(`${issueId} was not its own`);
    const { lease: _over, ...bare } = issue;
    this.issues.set(issueId, { ...bare, status: "closed" });
    this.#say(worker, { kind: "step.closed", stepId: "s", issueId });
  }

  #release(issueId: string, worker: ScriptedWorker): void {
    const issue = this.issues.get(issueId);
    if (issue?.lease?.owner !== worker.order.workerId) return;
    const { lease: _over, ...bare } = issue;
    this.issues.set(issueId, { ...bare, status: "open", assignee: "" });
    this.#say(worker, { kind: "stop.handoff", stepId: "s", issueId });
  }

  #say({ order, hear }: ScriptedWorker, row: object): void {
    const line = { schema: 1, kind: "tusk.harness.row.v1", worker: order.workerId, seq: 1, at: this.now, row };
    hear({ kind: "line", text: JSON.stringify(line) });
  }

  #refuse({ order, hear }: ScriptedWorker): void {
    const line = {
      schema: 1,
      kind: "tusk.worker.refused.v1",
      worker: order.workerId,
      at: this.now,
      code: "busy",
      message: "it is taken",
    };
    hear({ kind: "line", text: JSON.stringify(line) });
  }

  #ended(
    worker: ScriptedWorker,
    { exit, signal, isBusy = false }: { exit?: number; signal?: string; isBusy?: boolean },
  ): void {
    const { workerId } = worker.order;
    this.running.delete(workerId);
    this.#gone.add(workerId);
    worker.steps.splice(0);
    worker.hear({ kind: "ended", exit, signal, lastWords: exit === 2 ? "error: no model is named" : "", isBusy });
  }
}
