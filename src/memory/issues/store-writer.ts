import { statSync } from "node:fs";
import {
  decideMutation,
  isAboutArguments,
  type IssueFailure,
  type IssueMutation,
  issueView,
  mutationDigest,
  type Permit,
  permitActor,
  permitRecord,
  spendPermit,
} from "#kernel";
import { sha256, utf8 } from "#platform";
import type { Applied, CompactReport, PermittedUpkeep } from "#ports";
import { adoptRows } from "./adopt-rows.ts";
import { compactFile, isCompactionDue } from "./compact-file.ts";
import { followFile } from "./follow-file.ts";
import { dropIndex, isDatabaseError, isDiskFull } from "./index-schema.ts";
import type { IndexState } from "./index-state.ts";
import { IndexView } from "./index-view.ts";
import { IndexMismatch, LockLost, OpenStore } from "./open-store.ts";
import type { StoreOptions } from "./store-options.ts";
import { refuseOther } from "./read-whole.ts";
import { settleLog } from "./settle-log.ts";
import { spendUpkeep } from "./spend-upkeep.ts";
import { guardIo, ioError, storeError } from "./store-error.ts";
import { StoreLock } from "./store-lock.ts";
import type { StorePaths } from "./store-paths.ts";
import { writeChange } from "./write-change.ts";

/** How often a change starts over because somebody swaps the file or the lock under it. */
const ATTEMPTS = 16;
const AGAIN: unique symbol = Symbol("again");

/** Not worth a sync: lost with the power, it is only a lease that ends sooner (ENGINE 6). */
const UNSYNCED: ReadonlySet<IssueMutation["action"]> = new Set(["issue.lease_renew"] as const);
/** What may make the file. */
const CREATING: ReadonlySet<IssueMutation["action"]> = new Set(["issue.add", "issue.import"] as const);

/** Who writes to a store: one process at a time, with a permit, in one order. */
export class StoreWriter {
  readonly #paths: StorePaths;
  readonly #options: StoreOptions;
  readonly #lock: StoreLock;
  #open: OpenStore | undefined;
  constructor(paths: StorePaths, options: StoreOptions) {
    this.#paths = paths;
    this.#options = options;
    this.#lock = new StoreLock(paths, options.patienceMs);
  }

  /** The only way to change an issue: spends the permit, decides on what the file says now, and writes it all or not at all. */
  mutate(mutation: IssueMutation, permit: Permit, by: string, exists: boolean): Applied {
    if (!spendPermit(permit, mutation, sha256)) return refused("permit_refused", PERMIT_REFUSED);
    const early = this.#argumentFailure(mutation) ?? (exists ? undefined : this.#withoutFile(mutation));
    if (early !== undefined) return early;
    const digest = mutationDigest(mutation, sha256);
    let made: Applied | undefined;
    return this.hold((store, state) => {
      // A file that was swapped for a copy may have our row already.
      if (store.index.isApplied(digest)) return made ?? refused("mutation_already_applied", `${ALREADY} (${digest})`);
      const view = new IndexView(store.index, (id) => store.readRow(id), state.nextFree);
      const at = store.now();
      const decision = decideMutation(view, mutation, at, utf8);
      if (!decision.ok) return decision;
      const { issue } = decision;
      if (decision.changed.length === 0 && !(decision.replacesAll === true && state.ids > 0))
        return { ok: true, changed: false, issue, changedIssues: [] };
      if (!store.isAlone()) return AGAIN;
      const { changedIssues, isDone } = writeChange(store, adoptRows(store, state), {
        decision,
        at,
        mutation: digest,
        action: mutation.action,
        actor: permitActor(permit) ?? by,
        permit: permitRecord(permit, sha256),
        sync: !UNSYNCED.has(mutation.action),
        nextFree: view.nextFree,
      });
      const about = changedIssues.find((each) => each.id === issue?.id) ?? issue;
      made = { ok: true, changed: true, issue: about, changedIssues };
      if (!isDone) return AGAIN;
      this.#compactIfDue(store);
      return made;
    });
  }

  compact(wanted: PermittedUpkeep | undefined, exists: boolean): CompactReport {
    const purge = spendUpkeep(wanted, "issue.purge");
    if (!exists) {
      this.#refuseOther();
      throw ioError(this.#paths.given, NOT_THERE);
    }
    return this.hold((store, state) => compactFile(store, state, purge) ?? AGAIN);
  }

  /** Runs `work` under the lock alone: for a file that the index cannot follow. */
  lockOnly<T>(work: (isAlone: () => boolean) => T): T {
    this.#refuseOther();
    return this.#lock.hold(() => work(() => this.#lock.isOurs()));
  }

  /** Runs `work` under the lock on a store whose index follows the file and whose log is settled; `AGAIN` starts over. */
  hold<T>(work: (store: OpenStore, state: IndexState) => T | typeof AGAIN): T {
    this.#refuseOther();
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const result = this.#lock.hold(() => guardIo(this.#paths.given, () => this.#attempt(work)));
      if (result !== AGAIN) return result;
    }
    throw storeError("io", `${this.#paths.given} is replaced faster than it can be written`);
  }

  #attempt<T>(work: (store: OpenStore, state: IndexState) => T | typeof AGAIN): T | typeof AGAIN {
    try {
      const store = this.#opened();
      return work(store, settleLog(store, followFile(store)));
    } catch (error) {
      if (error instanceof LockLost) return AGAIN;
      if (!(error instanceof IndexMismatch) && !isDatabaseError(error)) throw error;
      this.#closeStore();
      if (isDiskFull(error)) throw ioError(this.#paths.given, NO_SPACE);
      // The index is wrong: away with it. What it was made from is still there.
      dropIndex(this.#paths);
      return AGAIN;
    }
  }

  /** Before any file is made beside it: a FIFO or a device is no store. */
  #refuseOther(): void {
    guardIo(this.#paths.given, () => refuseOther(this.#paths));
  }

  #opened(): OpenStore {
    if (this.#open?.isIndexLost() === true) this.#closeStore();
    this.#open ??= new OpenStore(this.#paths, this.#options, () => this.#lock.isOurs());
    return this.#open;
  }

  /** After the change, which is durable: whatever hinders it, it can wait. */
  #compactIfDue(store: OpenStore): void {
    if (!store.isAlone() || store.isIndexLost()) return;
    try {
      store.tryIndex(() => {
        const state = followFile(store);
        if (isCompactionDue(state)) compactFile(store, state, undefined);
      });
    } catch (error) {
      // A full disk, say: the next writer tries again.
      if (!(error instanceof Error && "errno" in error)) throw error;
    }
  }

  /** What is wrong with the arguments is told before anybody waits for the lock, and whatever the file looks like (contract memory 2). */
  #argumentFailure(mutation: IssueMutation): Applied | undefined {
    // Its rows are read once, under the lock: there may be many.
    if (mutation.action === "issue.import") return undefined;
    const decision = decideMutation(issueView(new Map()), mutation, this.#options.now(), utf8);
    return decision.ok || !isAboutArguments(decision.failure.code) ? undefined : decision;
  }

  /** Nothing is there to change: the decision says so in its own words, and no file is made. Undefined when the mutation may make one. */
  #withoutFile(mutation: IssueMutation): Applied | undefined {
    this.#refuseOther();
    // Where a file stands instead of the folder, the lock says so.
    if (statSync(this.#paths.folder, { throwIfNoEntry: false })?.isFile() === true) return undefined;
    if (mutation.action === "issue.claim_next")
      throw storeError("missing", ioError(this.#paths.given, NOT_THERE).message, NOT_THERE);
    const decision = decideMutation(issueView(new Map()), mutation, this.#options.now(), utf8);
    if (!decision.ok) return decision;
    const fills = decision.changed.length > 0 || decision.replacesAll === true;
    if (CREATING.has(mutation.action) && fills) return undefined;
    return { ok: true, changed: false, issue: decision.issue, changedIssues: [] };
  }

  #closeStore(): void {
    this.#open?.close();
    this.#open = undefined;
  }

  close(): void {
    this.#closeStore();
    this.#lock.close();
  }
}

const PERMIT_REFUSED = "the permit was spent already, or was minted for another mutation";
const ALREADY = "this very mutation was applied already";
const NO_SPACE = Object.assign(new Error("no space"), { errno: -28 });
const NOT_THERE = Object.assign(new Error("no such file"), { errno: -2 });

function refused(code: IssueFailure["code"], message: string): Applied {
  return { ok: false, failure: { code, message } };
}
