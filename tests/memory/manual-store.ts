import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  type IssueAction,
  type IssueArgs,
  type IssueMutation,
  mintOverride,
  nanosOf,
  type Permit,
  type Timestamp,
  timestampOfNanos,
  type UpkeepMutation,
} from "#kernel";
import { fileIssueStore } from "../../src/memory/issues/file-issue-store.ts";
import { sha256 } from "#platform";
import {
  type Applied,
  type CompactReport,
  type IssueStore,
  type PermittedUpkeep,
  PortError,
  type RepairReport,
  type StoreNotice,
} from "#ports";
import { at } from "../support/sample-issue.ts";

type StoreOptions = Parameters<typeof fileIssueStore>[1];

/** A clock that stands still until it is told to go on. */
export class ManualClock {
  #nanos: bigint;
  constructor(start: string = "2026-03-01T12:00:00Z") {
    this.#nanos = nanosOf(at(start));
  }
  now(): Timestamp {
    return timestampOfNanos(this.#nanos);
  }
  advance(seconds: number): void {
    this.#nanos += BigInt(Math.round(seconds * 1000)) * 1_000_000n;
  }
}

/** A store under test: its folder, its clock, what it said on the way, and short words for what tests do all the time. */
export class TestStore {
  readonly path: string;
  readonly folder: string;
  readonly clock: ManualClock;
  readonly notices: StoreNotice[] = [];
  readonly store: IssueStore;
  #request = 0;
  constructor(
    path: string,
    { clock = new ManualClock(), ...options }: { readonly clock?: ManualClock } & Partial<StoreOptions> = {},
  ) {
    this.path = path;
    this.folder = join(path, "..");
    this.clock = clock;
    this.store = fileIssueStore(path, {
      now: () => clock.now(),
      notice: (notice) => this.notices.push(notice),
      ...options,
    });
  }

  /** Changes the store by a person's override; every call is a wish of its own, a second later than the last one. */
  apply<A extends IssueAction>(action: A, args: IssueArgs[A]): Applied {
    this.clock.advance(1);
    return this.repeat({ action, args: { ...args, request: `${this.path} ${++this.#request}` } } as IssueMutation);
  }

  /** The same with a mutation as it is. */
  repeat(mutation: IssueMutation): Applied {
    return this.store.mutate(mutation, overrideFor(mutation));
  }

  /** The same, and it must work. */
  must<A extends IssueAction>(action: A, args: IssueArgs[A]): Extract<Applied, { ok: true }> {
    const applied = this.apply(action, args);
    if (!applied.ok) throw new Error(`${action} was refused: ${applied.failure.code} ${applied.failure.message}`);
    return applied;
  }

  /** Removes deleted issues for good, by a person's override. */
  purge(): CompactReport {
    return this.store.compact({ purge: this.#upkeep("issue.purge") });
  }

  /** Repairs and takes lost rows from the log, by a person's override. */
  restore(): RepairReport {
    return this.store.repair({ restore: this.#upkeep("issue.restore") });
  }

  #upkeep(action: UpkeepMutation["action"]): PermittedUpkeep {
    const mutation = { action, args: { request: `${this.path} ${++this.#request}` } };
    return { mutation, permit: overrideFor(mutation) };
  }

  text(): string {
    return readFileSync(this.path, "utf8");
  }

  lines(): readonly string[] {
    return this.text().split("\n").slice(0, -1);
  }

  /** The only log there is. */
  logPath(): string {
    const names = readdirSync(join(this.folder, "log"));
    const [name] = names;
    if (name === undefined || names.length !== 1) throw new Error(`logs: ${names.join(", ")}`);
    return join(this.folder, "log", name);
  }

  get indexPath(): string {
    return join(this.folder, "cache", "issues.db");
  }

  noticeKinds(): readonly StoreNotice["kind"][] {
    return this.notices.map(({ kind }) => kind);
  }

  findings(): readonly string[] {
    return this.store.verify().findings.map(({ line, problem }) => `${line}: ${problem}`);
  }

  /** Another store on the same file, on the same clock. */
  again(options: Partial<StoreOptions> = {}): TestStore {
    return new TestStore(this.path, { clock: this.clock, ...options });
  }
}

/** A store in a new folder below `root`. */
export function newStore(root: string, options: ConstructorParameters<typeof TestStore>[1] = {}): TestStore {
  const folder = join(mkdtempSync(join(root, "store-")), ".premath");
  mkdirSync(folder);
  return new TestStore(join(folder, "issues.jsonl"), options);
}

/** A fresh permit of a person for one mutation. */
export function overrideFor(mutation: IssueMutation | UpkeepMutation, actor: string = "ann"): Permit {
  const minting = mintOverride({ actor, reason: "a test", explicit: true, insideAgentRun: false, mutation }, sha256);
  if (!minting.ok) throw new Error(minting.reason);
  return minting.permit;
}

/** What a store threw, as code and text; an answer fails the test that asked. */
export function thrownBy(work: () => unknown): { readonly code: string; readonly message: string } {
  try {
    work();
  } catch (error) {
    if (error instanceof PortError && error.port === "issues") return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("nothing was thrown");
}

/** Every file below a folder with its bytes and its inode: equal only when nothing was written, made or replaced. */
export function filesBelow(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  return Object.fromEntries(
    names.map((name) => {
      const path = join(folder, name);
      const stat = statSync(path, { bigint: true });
      return [name, stat.isFile() ? `${stat.ino} ${stat.mtimeNs} ${sha256(readFileSync(path, "latin1"))}` : "folder"];
    }),
  );
}
