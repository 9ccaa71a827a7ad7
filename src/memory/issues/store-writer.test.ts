import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type IssueMutation, type MutationAction, MUTATIONS, mutationDigest, type Permit } from "#kernel";
import { sha256 } from "#platform";
import { freshPermit, PERMIT_KINDS } from "../../../tests/forgery/minted.ts";
import { filesBelow, newStore, overrideFor, TestStore, thrownBy } from "../../../tests/memory/manual-store.ts";
import { makeFifo } from "../../../tests/support/make-fifo.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";

const root = temporaryFolder();

function oneIssue(): TestStore {
  const store = newStore(root);
  store.must("issue.add", { title: "one", id: "bd-1" });
  return store;
}

const CLOSE = { action: "issue.close", args: { id: "bd-1", request: "c" } } as const;
const REFUSED = { ok: false, failure: { code: "permit_refused" } };
const ALREADY = { ok: false, failure: { code: "mutation_already_applied" } };

describe("nothing is changed without a permit that may carry it (M02)", () => {
  test("a spent one, one of another mutation and one that was tried on another are refused, and no byte changes", () => {
    const store = oneIssue();
    const other = { action: "issue.close", args: { id: "bd-2", request: "c" } } as const;
    const spent = overrideFor(CLOSE);
    const tried = overrideFor(CLOSE);
    store.store.mutate(other, tried);
    store.store.mutate({ action: "issue.close", args: { id: "none" } }, spent);
    const before = filesBelow(store.folder);
    const updated = { action: "issue.close", args: { id: "bd-1", request: "d" } } as const;
    for (const permit of [spent, tried, overrideFor(other), overrideFor(updated)])
      expect(store.store.mutate(CLOSE, permit)).toMatchObject(REFUSED);
    expect(filesBelow(store.folder)).toStrictEqual(before);
    const good = overrideFor(CLOSE);
    expect(store.store.mutate(CLOSE, good)).toMatchObject({ ok: true });
    expect(store.store.mutate(CLOSE, good)).toMatchObject(REFUSED);
  });

  test("no kind of permit carries an action that is not its own", () => {
    const args: Readonly<Record<string, object>> = {
      "issue.add": { title: "x" },
      "issue.claim_next": { assignee: "x" },
      "issue.import": { mode: "replace", source: "x", rows: [] },
      "issue.discover": { title: "x", parentIssueId: "bd-1" },
      "dep.add": { issueId: "bd-1", dependsOnId: "bd-1", type: "blocks" },
    };
    const store = oneIssue();
    const before = filesBelow(store.folder);
    let tried = 0;
    for (const kind of PERMIT_KINDS)
      for (const action of Object.keys(MUTATIONS) as MutationAction[]) {
        if (MUTATIONS[action].permits.includes(kind) || action === "policy.promote") continue;
        const mutation = { action, args: { id: "bd-1", assignee: "x", ...args[action] } } as IssueMutation;
        // A genuine permit of the kind, made to name the mutation by a cast.
        const forged = new Proxy(freshPermit(kind), {
          get: (target, key) =>
            key === "mutationDigest" ? mutationDigest(mutation, sha256) : Reflect.get(target, key, target),
        });
        expect(attempt(store, mutation, forged)).toBe(false);
        expect(attempt(store, mutation, freshPermit(kind))).toBe(false);
        tried += 1;
      }
    expect(tried).toBeGreaterThan(20);
    expect(filesBelow(store.folder)).toStrictEqual(before);
  });

  test("forged objects are refused", () => {
    const store = oneIssue();
    const before = filesBelow(store.folder);
    const genuine = overrideFor(CLOSE);
    const forgeries: readonly unknown[] = [
      { kind: "human_override", mutationDigest: genuine.mutationDigest, actor: "eve", reason: "mine" },
      Object.create(Object.getPrototypeOf(genuine) as object),
      Object.assign({}, genuine),
      structuredClone(Object.assign({}, genuine)),
      new Proxy(genuine, {}),
      { kind: "fifth" },
    ];
    for (const forged of forgeries) expect(attempt(store, CLOSE, forged as Permit)).toBe(false);
    expect(filesBelow(store.folder)).toStrictEqual(before);
    expect(store.store.mutate(CLOSE, genuine).ok).toBe(true);
  });

  test("a mutation is applied at most once: in this store, a new one, without an index, in a copy", () => {
    const store = oneIssue();
    expect(store.repeat(CLOSE)).toMatchObject({ ok: true, changed: true });
    const before = store.text();
    expect(store.repeat(CLOSE)).toMatchObject(ALREADY);
    expect(store.again().repeat(CLOSE)).toMatchObject(ALREADY);
    rmSync(join(store.folder, "cache"), { recursive: true });
    expect(store.again().repeat(CLOSE)).toMatchObject(ALREADY);
    store.store.compact();
    expect(store.again().repeat(CLOSE)).toMatchObject(ALREADY);
    cpSync(store.folder, join(root, "twin"), { recursive: true });
    const twin = new TestStore(join(root, "twin", "issues.jsonl"), { clock: store.clock });
    expect(twin.repeat(CLOSE)).toMatchObject(ALREADY);
    expect(store.lines()).toHaveLength(1);
    expect(before.endsWith(store.text())).toBe(true);
  });

  test("what another clone voided and this one applied counts as applied", () => {
    const store = oneIssue();
    expect(store.repeat(CLOSE).ok).toBe(true);
    const { digest, row } = lastRow(store);
    const theirs = [
      { schema: "tusk.issue.log.v1", seq: 0, kind: "opened", at: "2026-03-01T12:00:00Z", clone: "ffffffffffff" },
      {
        schema: "tusk.issue.log.v1",
        seq: 1,
        prev: digest,
        kind: "voided",
        at: "2026-03-01T12:00:00Z",
        mutation: row["mutation"],
        event: digest,
      },
    ];
    writeFileSync(
      join(store.folder, "log", "ffffffffffff.jsonl"),
      theirs.map((each) => `${JSON.stringify(each)}\n`).join(""),
    );
    rmSync(store.indexPath);
    expect(store.again().repeat(CLOSE)).toMatchObject(ALREADY);
  });

  test("a refused mutation writes nothing, and may be tried again", () => {
    const store = oneIssue();
    const before = [store.text(), readFileSync(store.logPath(), "utf8")];
    const claim = { action: "issue.claim", args: { id: "bd-2", assignee: "al", request: "r" } } as const;
    expect(store.repeat(claim)).toMatchObject({ ok: false, failure: { code: "lease_not_found" } });
    expect([store.text(), readFileSync(store.logPath(), "utf8")]).toStrictEqual(before);
    store.must("issue.add", { title: "two", id: "bd-2" });
    expect(store.repeat(claim).ok).toBe(true);
  });
});

function attempt(store: TestStore, mutation: IssueMutation, permit: Permit): boolean {
  try {
    return store.store.mutate(mutation, permit).ok;
  } catch (error) {
    // A Proxy of a permit cannot even be asked for its private parts.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function lastRow(store: TestStore): { readonly digest: string; readonly row: Readonly<Record<string, unknown>> } {
  const line = readFileSync(store.logPath(), "utf8").trim().split("\n").at(-1) ?? "";
  return { digest: `sha256:${sha256(line)}`, row: JSON.parse(line) as Record<string, unknown> };
}

describe("a worker that lost its lease changes nothing (K14, M01)", () => {
  test("late renew, late close and late release are refused, whoever asks", () => {
    const store = oneIssue();
    const token =
      store.must("issue.claim", { id: "bd-1", assignee: "al", leaseId: "l-1", leaseTtlSeconds: 30 }).issue?.token ?? -1;
    store.clock.advance(31);
    const mine = { id: "bd-1", assignee: "al", leaseId: "l-1", token };
    expect(store.apply("issue.lease_renew", mine)).toMatchObject({ failure: { code: "lease_stale" } });
    expect(store.apply("issue.close", mine)).toMatchObject({ failure: { code: "lease_stale" } });
    const next = store.again();
    expect(next.must("issue.claim_next", { assignee: "bo", reclaimStale: true, leaseId: "l-2" }).issue).toMatchObject({
      assignee: "bo",
      token: token + 1,
    });
    const before = store.text();
    expect(store.apply("issue.lease_renew", mine)).toMatchObject({ failure: { code: "lease_owner_mismatch" } });
    expect(store.apply("issue.close", mine)).toMatchObject({ failure: { code: "lease_owner_mismatch" } });
    expect(store.apply("issue.lease_release", mine)).toMatchObject({ failure: { code: "lease_owner_mismatch" } });
    expect(store.apply("issue.close", { ...mine, assignee: "bo" })).toMatchObject({
      failure: { code: "lease_id_mismatch" },
    });
    expect(store.apply("issue.close", { id: "bd-1", token })).toMatchObject({
      failure: { code: "lease_token_mismatch" },
    });
    expect(store.apply("issue.update", { id: "bd-1", status: "closed", token })).toMatchObject({
      failure: { code: "lease_token_mismatch" },
    });
    expect(store.text()).toBe(before);
    expect(
      next.must("issue.close", { id: "bd-1", assignee: "bo", leaseId: "l-2", token: token + 1 }).issue?.status,
    ).toBe("closed");
  });

  test("the same owner with a new lease is told from the one it had before by the token", () => {
    const store = oneIssue();
    const claim = { id: "bd-1", assignee: "al", leaseId: "l", leaseTtlSeconds: 30 };
    store.must("issue.claim", claim);
    store.clock.advance(60);
    store.must("issue.claim", claim);
    expect(store.apply("issue.close", { id: "bd-1", assignee: "al", leaseId: "l", token: 1 })).toMatchObject({
      failure: { code: "lease_token_mismatch" },
    });
    expect(store.apply("issue.close", { id: "bd-1", assignee: "al", leaseId: "l", token: 2 }).ok).toBe(true);
  });
});

describe("what is no issue file (contract memory 1.1, 2)", () => {
  test("nothing there: reads say so, changes say what they would say of an empty store, and nothing is made", () => {
    const store = newStore(root);
    const missing = { code: "io", message: `line 0: I/O error: ${store.path}: No such file or directory (os error 2)` };
    expect(store.store.exists()).toBe(false);
    for (const read of [
      () => store.store.load(),
      () => store.store.list({}),
      () => store.store.ready(),
      () => store.store.get("x"),
      () => store.store.verify(),
      () => store.store.idsFrom("", 1),
    ])
      expect(thrownBy(read)).toStrictEqual(missing);
    expect(store.apply("issue.claim", { id: "bd-1", assignee: "al" })).toStrictEqual({
      ok: false,
      failure: { code: "lease_not_found", message: "issue not found: bd-1" },
    });
    expect(thrownBy(() => store.apply("issue.claim_next", { assignee: "al" }))).toStrictEqual({
      ...missing,
      code: "missing",
    });
    expect(store.apply("issue.add", { title: "x", issueType: "story" })).toMatchObject({
      failure: { code: "invalid_issue_type" },
    });
    expect(store.apply("issue.import", { mode: "merge", source: "x", rows: ["{}"] })).toMatchObject({
      failure: { code: "import_invalid" },
    });
    expect(store.store.history("bd-1")).toStrictEqual([]);
    expect(readdirSync(store.folder)).toStrictEqual([]);
  });

  test("the folders of a new file are made with it", () => {
    const store = new TestStore(join(root, "deep", "er", "issues.jsonl"));
    expect(store.must("issue.add", { title: "x" }).issue?.id).toBe("bd-1");
    expect(readdirSync(store.folder).toSorted()).toStrictEqual(["cache", "issues.jsonl", "lock.db", "log"]);
  });

  test("a folder in its place", () => {
    const store = newStore(root);
    mkdirSync(store.path);
    const error = { code: "io", message: `line 0: I/O error: ${store.path}: Is a directory (os error 21)` };
    expect(store.store.exists()).toBe(false);
    expect(thrownBy(() => store.store.load())).toStrictEqual(error);
    expect(thrownBy(() => store.store.list({}))).toStrictEqual(error);
    expect(thrownBy(() => store.apply("issue.add", { title: "x" }))).toStrictEqual(error);
    expect(thrownBy(() => store.store.repair())).toStrictEqual(error);
    expect(readdirSync(store.path)).toStrictEqual([]);
  });

  test("a FIFO in its place: nobody waits for it, and nothing is written into it", () => {
    const store = newStore(root);
    makeFifo(store.path);
    expect(store.store.exists()).toBe(false);
    const calls = [
      () => store.store.load(),
      () => store.store.list({}),
      () => store.store.verify(),
      () => store.store.repair(),
      () => store.store.compact(),
      () => store.apply("issue.add", { title: "x" }),
    ];
    for (const call of calls) expect(thrownBy(call).message).toMatch(`line 0: I/O error: ${store.path}: `);
  });

  test("a device in its place", () => {
    const store = newStore(root);
    symlinkSync("/dev/null", store.path);
    const other = new TestStore(store.path);
    expect(thrownBy(() => other.apply("issue.add", { title: "x" })).code).toMatch(/^(?:io|lock_io)$/);
    expect(existsSync("/dev/lock.db")).toBe(false);
  });

  test("an import that replaces everything by nothing empties the store, and the log says so", () => {
    const store = oneIssue();
    store.must("issue.add", { title: "gone", id: "bd-2" });
    store.must("issue.delete", { id: "bd-2" });
    const empty = { action: "issue.import", args: { mode: "replace", source: "x", rows: [], request: "e" } } as const;
    expect(store.repeat(empty)).toMatchObject({ ok: true, changed: true, changedIssues: [] });
    expect([store.text(), store.findings(), store.store.list({})]).toStrictEqual(["", [], []]);
    expect(store.repeat(empty)).toMatchObject(ALREADY);
    expect(store.must("issue.add", { title: "x" }).issue?.id).toBe("bd-1");
    expect(store.findings()).toStrictEqual([]);
  });
});
