import type { Changed, Dropped, LogEvent, Timestamp } from "#kernel";
import { sha256 } from "#platform";
import type { EventLog, LoggedRow } from "./event-log.ts";
import { type IndexState, type LogEnd, writeState } from "./index-state.ts";
import type { OpenStore } from "./open-store.ts";

/**
 * Settles what a dead writer left between log and file (under the lock, the index brought up to the file): an event whose row is not in the
 * file did not happen, and the log says so (ENGINE 3, 10).
 */
export function settleLog(store: OpenStore, state: IndexState): IndexState {
  const { log } = store;
  const size = log.size();
  const known = state.log;
  if (known !== undefined && known.inode === log.inode && known.offset === size) return state;
  const from = known !== undefined && known.inode === log.inode && known.offset < size ? known : undefined;
  const healing = { at: store.now(), mayCut: () => store.mustBeAlone() };
  const { rows, offset, torn } = from === undefined ? log.lastRows(healing) : log.rowsFrom(from.offset, healing);
  if (torn !== undefined) store.say("torn_tail", `a torn last line of ${log.path} was moved to ${torn}`);
  const end = endOf(log, rows, offset) ?? from;
  const voids = unsettled(store, rows, store.now());
  if (voids.length > 0) store.mustBeAlone();
  for (const { event } of voids)
    if (event.kind === "changed")
      store.say("event_voided", `an interrupted change of ${event.issue} was voided: nothing happened`);
  const settled = {
    ...state,
    log:
      voids.length === 0
        ? end
        : log.append(
            end,
            voids.map((each) => each.void),
            store.now(),
            true,
          ).end,
  };
  store.transact(() => {
    for (const { event } of rows)
      if (event.kind === "voided" || isSettleable(event))
        store.index.markApplied(event.mutation ?? "", event.kind !== "voided");
    for (const { event } of voids) store.index.markApplied(event.mutation ?? "", false);
    writeState(store.db, settled);
  });
  return settled;
}

function endOf({ inode }: EventLog, rows: readonly LoggedRow[], offset: number): LogEnd | undefined {
  const last = rows.at(-1);
  return last === undefined ? undefined : { inode, offset, seq: last.seq, last: last.digest };
}

interface Void {
  readonly event: Changed | Dropped;
  readonly void: LogEvent;
}

function unsettled(store: OpenStore, rows: readonly LoggedRow[], at: Timestamp): readonly Void[] {
  const settled = new Set(rows.flatMap(({ event }) => (event.kind === "voided" ? [event.event] : [])));
  return rows.flatMap(({ event, digest }) => {
    if (!isSettleable(event) || settled.has(digest)) return [];
    if (event.kind === "changed" ? isInFile(store, event) : isGone(store, event)) return [];
    const { mutation } = event;
    const named = mutation === undefined ? {} : { mutation };
    return [{ event, void: { kind: "voided", at, ...named, event: digest } as const }];
  });
}

function isSettleable(event: LogEvent): event is Changed | Dropped {
  return event.kind === "changed" || event.kind === "dropped";
}

/** Whether dropped issues really went: the file was replaced as a whole, so one that stands speaks for all. */
function isGone(store: OpenStore, { issues }: Dropped): boolean {
  return !issues.some((id) => store.index.find(id) !== undefined);
}

/** Whether a change reached the file: its row stands, or a later one does, or it lost against one that was written at the same time. */
function isInFile(store: OpenStore, { issue, rev, after, row }: Changed): boolean {
  const known = store.index.find(issue);
  if (known === undefined || known.rev < rev) return false;
  if (known.rev > rev) return true;
  const standing = store.file.read(known.offset, known.length).toString("utf8");
  return `sha256:${sha256(standing)}` === after || store.file.read(0).includes(`${row}\n`);
}
