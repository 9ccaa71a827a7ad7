import { harnessRow, type HarnessRow } from "#kernel";
import type { CoordinatorRow, CoordinatorWatcher, DemoStage, WorkerLine } from "#ports";
import type { HostPorts } from "../action.ts";
import { below } from "../path-text.ts";
import { ambush } from "./ambush.ts";

/** A closing that the gate refused. */
export interface DemoRefusal {
  readonly issueId: string;
  readonly classes: readonly string[];
}

/** A worker that was killed, and whether another process went on in its very session. */
export interface DemoKill {
  readonly worker: string;
  readonly pid: number;
  readonly issueId: string;
  readonly sessionId: string;
  readonly isTakenUp: boolean;
}

/** Watches the workers of a demonstration, tells what they do, and kills the first one that works on a certain issue, once, while its command runs. */
export class DemoWatcher implements CoordinatorWatcher {
  readonly #stage: DemoStage;
  readonly #ports: HostPorts;
  readonly #victim: string;
  readonly #pids = new Map<string, number>();
  readonly #refusals: DemoRefusal[] = [];
  #killed: DemoKill | undefined;
  #callOff: (() => void) | undefined;

  constructor(stage: DemoStage, victim: string, ports: HostPorts) {
    this.#stage = stage;
    this.#victim = victim;
    this.#ports = ports;
  }

  get stop(): CoordinatorWatcher["stop"] {
    return this.#stage.stop;
  }

  get refusals(): readonly DemoRefusal[] {
    return this.#refusals;
  }

  get killed(): DemoKill | undefined {
    return this.#killed;
  }

  tell(row: CoordinatorRow): void {
    if (row.kind === "coordinator.started") this.#pids.set(row.worker, row.pid);
    if (row.kind === "coordinator.ended") this.#pids.delete(row.worker);
    this.#stage.show({ kind: "coordinator", row }, this.#ports.now());
  }

  passOn(_text: string, line: WorkerLine): void {
    const row = line.kind === "row" ? harnessRow(line.row) : undefined;
    if (row === undefined) return;
    this.#notice(line.worker, row);
    const takesUp = row.kind === "step.working" && row.sessionId === this.#killed?.sessionId && row.round === 1;
    this.#stage.show({ kind: "worker", worker: line.worker, row, takesUp }, this.#ports.now());
  }

  /** Lines are enough: nothing moves here. */
  show(): void {}

  async close(): Promise<void> {
    this.#callOff?.();
  }

  #notice(worker: string, row: HarnessRow): void {
    if (row.kind === "step.refused") this.#refusals.push({ issueId: row.issueId, classes: row.classes });
    if (row.kind === "step.worked") this.#callOff?.();
    if (row.kind !== "step.working" || row.sessionId === undefined || row.issueId !== this.#victim) return;
    const pid = this.#pids.get(worker);
    if (this.#killed?.sessionId === row.sessionId) this.#killed = { ...this.#killed, isTakenUp: true };
    if (this.#killed !== undefined || pid === undefined) return;
    const { issueId, sessionId } = row;
    const journal = below(this.#stage.folder, `.premath/sessions/${sessionId}.jsonl`);
    this.#callOff = ambush({ pid, journal }, this.#ports, () => {
      this.#killed = { worker, pid, issueId, sessionId, isTakenUp: false };
      this.#stage.kill(pid);
      this.#stage.show({ kind: "killed", worker, pid, issueId }, this.#ports.now());
    });
  }
}
