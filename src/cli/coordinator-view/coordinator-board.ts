import type { Timestamp } from "#kernel";
import type { CoordinatorPicture, CoordinatorRow, WorkerLine } from "#ports";

/** What shows a coordinator: on a terminal, to a pipe, or to a program. */
export interface CoordinatorBoard {
  tell(row: CoordinatorRow, at: Timestamp): void;
  passOn(text: string, line: WorkerLine): void;
  show(picture: CoordinatorPicture): void;
  /** Nothing moves any more. A second time it does nothing. */
  close(): void;
}
