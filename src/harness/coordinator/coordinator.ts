import { type CoordinatorEnd, PortError, type WorkerNews } from "#ports";
import { coordinatorEnd } from "./coordinator-end.ts";
import { CoordinatorReport } from "./coordinator-report.ts";
import type { CoordinatorPorts, CoordinatorTerms } from "./coordinator-terms.ts";
import type { Candidate } from "./dispatch.ts";
import { Inbox } from "./inbox.ts";
import { type IssueLook, lookAtIssues, NOTHING_SEEN } from "./issue-look.ts";
import { msOf } from "./milliseconds.ts";
import { cyclePause, failurePause, issuesPause, kpiPause, type Pause, unusablePause } from "./pauses.ts";
import { readWorkerLine } from "./read-worker-line.ts";
import { Roster } from "./roster.ts";
import { Settlements } from "./settlements.ts";
import { WorkerNames } from "./worker-names.ts";
import { workerOutcome } from "./worker-outcome.ts";
import { WorkerSeat } from "./worker-seat.ts";
import { newStatus } from "./worker-status.ts";

type Message =
  | { readonly kind: "news"; readonly workerId: string; readonly news: WorkerNews }
  | { readonly kind: "alarm" }
  | { readonly kind: "stop" };

type EndedNews = Extract<WorkerNews, { readonly kind: "ended" }>;

/** Others change issues too: they are looked at again so often. */
const LOOK_MS = 5000;
/** Rows after which the issues are not what they were. */
const CHANGING: ReadonlySet<string> = new Set(["step.claimed", "step.closed", "stop.lease", "step.escalated"]);
/** How much of a line that nobody understands is told. */
const SHOWN = 200;

/** A coordinator at work. */
class Coordinator {
  readonly #terms: CoordinatorTerms;
  readonly #ports: CoordinatorPorts;
  readonly #report: CoordinatorReport;
  readonly #names: WorkerNames;
  readonly #inbox = new Inbox<Message>();
  readonly #roster = new Roster();
  readonly #settlements = new Settlements();
  #look: IssueLook = NOTHING_SEEN;
  /** Why nothing more will be started, for good; and why nothing is right now. */
  #halt: Pause | undefined;
  #pause: Pause | undefined;
  #isStopping = false;
  #started = 0;

  constructor(terms: CoordinatorTerms, ports: CoordinatorPorts) {
    this.#terms = terms;
    this.#ports = ports;
    this.#report = new CoordinatorReport(ports);
    this.#names = new WorkerNames(terms.prefix, (workerId) => this.#roster.has(workerId));
  }

  async run(): Promise<CoordinatorEnd> {
    const { stop } = this.#ports.watcher;
    const onStop = (): void => this.#inbox.put({ kind: "stop" });
    if (stop.aborted) onStop();
    else stop.addEventListener("abort", onStop, { once: true });
    try {
      do {
        await this.#pass();
        this.#show();
      } while (await this.#listen());
      return await this.#end();
    } finally {
      stop.removeEventListener("abort", onStop);
    }
  }

  async #pass(): Promise<void> {
    const looking = await lookAtIssues(this.#ports, this.#terms, (id) => this.#roster.has(id));
    if (looking.ok) this.#look = looking.look;
    const { cycle } = this.#look;
    const problem = looking.ok ? cycle && cyclePause(cycle) : issuesPause(looking.reason);
    this.#report.pass(this.#look, { running: this.#roster.size, failed: this.#failed() });
    this.#pause = this.#halt ?? problem ?? (this.#isStopping ? undefined : await this.#fill());
    if (this.#pause !== undefined && !this.#isStopping) this.#report.pause(this.#pause);
  }

  /** Starts workers for what may be given, in order, while there is room. Answers why it did not go on. */
  async #fill(): Promise<Pause | undefined> {
    let isAsked = false;
    for (const candidate of this.#look.candidates) {
      if (this.#roster.size >= this.#terms.maxParallel || this.#isOverRounds()) return undefined;
      const number = this.#numberFor(candidate);
      if (number === undefined || this.#waitMs(candidate) !== 0) continue;
      if (this.#roster.size > 0 && !isAsked) {
        const reason = await this.#ports.expansion();
        if (reason !== undefined) return kpiPause(reason);
        this.#report.over("kpi");
        isAsked = true;
      }
      await this.#start(candidate, number);
      if (this.#halt !== undefined) return this.#halt;
    }
    return undefined;
  }

  #isOverRounds(): boolean {
    const { rounds, maxParallel } = this.#terms;
    return rounds !== undefined && this.#started >= rounds * maxParallel;
  }

  #numberFor(candidate: Candidate): number | undefined {
    return this.#roster.isAtWork(candidate.id) ? undefined : this.#names.numberFor(candidate, this.#look.candidates);
  }

  #waitMs({ id }: Candidate): number | undefined {
    return this.#settlements.attempts.waitMs(id, msOf(this.#ports.now()));
  }

  async #start({ id, title, leftBy }: Candidate, number: number): Promise<void> {
    const worker = this.#names.nameOf(number);
    const { attempts } = this.#settlements;
    try {
      const hear = (news: WorkerNews): void => this.#inbox.put({ kind: "news", workerId: worker, news });
      const process = await this.#ports.workers.start({ workerId: worker, issueId: id }, hear);
      this.#roster.add(
        new WorkerSeat({ number, process, status: newStatus(worker, { id, title }, this.#ports.now()) }),
      );
      attempts.begun(id);
      this.#started += 1;
      const given = { issueId: id, title, attempt: attempts.countOf(id), reclaimed: leftBy !== undefined };
      this.#report.tell({ kind: "coordinator.started", worker, pid: process.pid, ...given });
    } catch (error) {
      if (!(error instanceof PortError)) throw error;
      this.#halt = unusablePause(error.message);
    }
  }

  /** Waits until the issues are to be looked at again; false when nothing will ever come. */
  async #listen(): Promise<boolean> {
    for (;;) {
      const waitMs = this.#nextLookMs();
      if (waitMs === undefined) return false;
      const callOff = this.#ports.alarm(waitMs, () => this.#inbox.put({ kind: "alarm" }));
      const messages = await this.#inbox.take();
      callOff();
      const isDue = messages.map((message) => this.#heed(message)).includes(true);
      for (const row of this.#roster.endOverdue(this.#ports.now(), this.#terms)) this.#report.tell(row);
      if (isDue) return true;
      this.#show();
    }
  }

  /** While workers run, now and then; else when the first issue that waits may be given again. */
  #nextLookMs(): number | undefined {
    const { silenceMs, graceMs } = this.#terms;
    if (this.#roster.size > 0) return Math.min(LOOK_MS, silenceMs, graceMs);
    const isHeld = this.#pause !== undefined && this.#pause.reason !== "kpi";
    if (isHeld || this.#isStopping || this.#isOverRounds()) return undefined;
    const waits = this.#look.candidates.flatMap((candidate) => {
      const waitMs = this.#numberFor(candidate) === undefined ? undefined : this.#waitMs(candidate);
      return waitMs === undefined ? [] : [waitMs];
    });
    return waits.length === 0 ? undefined : Math.min(...waits);
  }

  /** Whether the issues are to be looked at because of it. */
  #heed(message: Message): boolean {
    switch (message.kind) {
      case "alarm":
        return true;
      case "stop":
        this.#stop();
        return true;
      case "news": {
        const seat = this.#roster.get(message.workerId);
        if (seat === undefined) return false;
        if (message.news.kind === "line") return this.#heard(seat, message.news.text);
        this.#ended(seat, message.news);
        return true;
      }
      default:
        return message satisfies never;
    }
  }

  #heard(seat: WorkerSeat, text: string): boolean {
    const { workerId } = seat.status;
    const line = readWorkerLine(text, workerId, this.#ports.utf8);
    if (line === undefined) {
      this.#report.tell({ kind: "coordinator.noted", worker: workerId, message: text.slice(0, SHOWN) });
      return false;
    }
    const before = seat.claimed.size;
    seat.hear(line, this.#ports.now(), (id) => this.#look.issues.get(id)?.title ?? "");
    const { issueId } = seat.status;
    // What a worker takes behind its first issue counts as given.
    if (seat.claimed.size > before && issueId !== seat.issueId) this.#settlements.attempts.begun(issueId);
    this.#ports.watcher.passOn(text, line);
    // What was given up makes the step a failed one: nothing is started between this row and the worker's end.
    if (line.kind === "row" && line.row.kind === "step.escalated" && !this.#terms.continueOnFailure)
      this.#halt ??= failurePause(workerId, issueId);
    return line.kind === "row" && CHANGING.has(line.row.kind);
  }

  #ended(seat: WorkerSeat, ended: EndedNews): void {
    const { workerId, issueId } = seat.status;
    this.#roster.remove(seat);
    if (ended.isBusy) return this.#wasBusy(seat);
    const [claimedAny, wasTold, foundBusy] = [
      seat.claimed.size > 0,
      seat.told !== undefined,
      seat.refusal?.code === "busy",
    ];
    const outcome = workerOutcome({ ended, claimedAny, wasTold, foundBusy });
    const reason = seat.lastReason ?? ended.lastWords;
    const againInMs = this.#settlements.settle(seat, { outcome, why: reason }, msOf(this.#ports.now()));
    this.#report.tell({
      kind: "coordinator.ended",
      worker: workerId,
      issueId,
      outcome,
      ...(ended.exit === undefined ? {} : { exit: ended.exit }),
      ...(ended.signal === undefined ? {} : { signal: ended.signal }),
      ...(reason === "" || outcome === "done" ? {} : { reason }),
      ...(againInMs === undefined || this.#isStopping ? {} : { againInMs }),
    });
    if (outcome === "unusable") this.#halt = unusablePause(reason === "" ? `${workerId} cannot begin` : reason);
    if (outcome === "failed" && !this.#terms.continueOnFailure) this.#halt ??= failurePause(workerId, issueId);
  }

  /** Another coordinator has this name: the issue goes to the next one, and nothing was tried. */
  #wasBusy(seat: WorkerSeat): void {
    this.#names.isAnothers(seat.number);
    this.#settlements.attempts.undone(seat.issueId);
    this.#started -= 1;
    this.#report.tell({ kind: "coordinator.busy", worker: seat.status.workerId });
  }

  #stop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    const { size } = this.#roster;
    const message = size === 0 ? "stopping" : `stopping: ${size} ${size === 1 ? "worker hands" : "workers hand"} off`;
    this.#report.tell({ kind: "coordinator.stopping", message });
    this.#roster.stopAll(this.#ports.now());
  }

  #failed(): number {
    return this.#settlements.standing(this.#look, (issueId) => this.#roster.isAtWork(issueId));
  }

  #show(): void {
    this.#report.show({
      workers: this.#roster.statuses,
      totals: this.#look.totals,
      failed: this.#failed(),
      maxParallel: this.#terms.maxParallel,
      ...(this.#pause === undefined ? {} : { paused: this.#pause.message }),
      isStopping: this.#isStopping,
    });
  }

  async #end(): Promise<CoordinatorEnd> {
    const looking = await lookAtIssues(this.#ports, this.#terms, () => false);
    const look = looking.ok ? looking.look : this.#look;
    const pause = this.#isStopping ? undefined : this.#pause;
    const isOverRounds = this.#isOverRounds() && look.totals.ready > 0;
    const reason = this.#isStopping ? "stopped" : (pause?.reason ?? (isOverRounds ? "rounds" : "done"));
    const { words } = this.#settlements;
    const end = coordinatorEnd({ reason, message: pause?.message, started: this.#started, look, words });
    this.#report.tell({ kind: "coordinator.finished", ...end });
    return end;
  }
}

/**
 * Keeps workers at work until nothing is ready and none runs (M12). Never more of them than may run at once, than issues are ready, or than the KPI allows
 * (M13); an issue is given to one of them at a time, and at most three times. It changes no issue itself: workers do, with permits of their own.
 */
export function coordinate(terms: CoordinatorTerms, ports: CoordinatorPorts): Promise<CoordinatorEnd> {
  return new Coordinator(terms, ports).run();
}
