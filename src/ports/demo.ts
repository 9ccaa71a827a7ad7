import type { HarnessRow, Timestamp } from "#kernel";
import type { CancelSignal } from "./cancel-signal.ts";
import type { CoordinatorRow } from "./coordinator.ts";

/** An issue of the demonstration. */
export interface DemoIssue {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly needs: readonly string[];
}

/** What a demonstration tells while it goes on. */
export type DemoNews =
  | {
      readonly kind: "ground";
      readonly folder: string;
      readonly issues: readonly DemoIssue[];
      readonly command: string;
    }
  | { readonly kind: "coordinator"; readonly row: CoordinatorRow }
  | { readonly kind: "worker"; readonly worker: string; readonly row: HarnessRow; readonly takesUp: boolean }
  | { readonly kind: "killed"; readonly worker: string; readonly pid: number; readonly issueId: string };

/** Where a demonstration is shown, and what it may do to this machine. */
export interface DemoStage {
  /** A person wants it to stop: the workers hand off. */
  readonly stop: CancelSignal;
  /** A folder of its own, empty. */
  readonly folder: string;
  /** The folder of the Node that runs this program. */
  readonly nodeFolder: string;
  readonly show: (news: DemoNews, at: Timestamp) => void;
  /** Ends a process with -9. Harmless when it has ended. */
  readonly kill: (pid: number) => void;
  /** Waits until what was said is written, and gives signals back. A second time it does nothing. */
  readonly close: () => Promise<void>;
}

/** A stage, or one sentence why there is none. */
export type DemoOpening =
  | { readonly ok: true; readonly stage: DemoStage }
  | { readonly ok: false; readonly reason: string };
