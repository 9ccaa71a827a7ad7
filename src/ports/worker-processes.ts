/** What a worker is started for. */
export interface WorkerOrder {
  readonly workerId: string;
  /** The issue that it takes first. */
  readonly issueId: string;
}

/** What a worker process lets know: a line of its standard output without its end, or that it has ended and says no more. */
export type WorkerNews =
  | { readonly kind: "line"; readonly text: string }
  | {
      readonly kind: "ended";
      /** Undefined where a signal ended it. */
      readonly exit: number | undefined;
      readonly signal: string | undefined;
      /** The last line of its standard error, bounded. */
      readonly lastWords: string;
      /** It told of no step, and another process has its name. */
      readonly isBusy: boolean;
    };

/** A worker process that was started. */
export interface WorkerProcess {
  readonly pid: number;
  /** `stop`: it hands off what is under way and ends by itself. `kill`: it ends now, and all of its process group. Harmless when it has ended. */
  end(how: "stop" | "kill"): void;
}

/** `live`: a process holds its journal. `gone`: there is a journal, and nobody holds it. `unknown`: there was never such a worker here. */
export type WorkerStanding = "live" | "gone" | "unknown";

/** Why a worker could not be started. */
export type WorkerCode = "not_installed" | "not_started";

/**
 * Workers as processes of their own (M12). Each ends by itself when whoever started it is gone. Throws {@link PortError} of port `workers`
 * with a {@link WorkerCode}.
 */
export interface WorkerProcesses {
  /** News come in order, never before this resolves, `ended` once and last. */
  start(order: WorkerOrder, hear: (news: WorkerNews) => void): Promise<WorkerProcess>;
  /** Whether a worker of this name runs on this machine, whoever started it. */
  standingOf(workerId: string): Promise<WorkerStanding>;
  /** Which of these issues have a worktree: somebody has begun them. */
  begun(issueIds: readonly string[]): Promise<ReadonlySet<string>>;
}
