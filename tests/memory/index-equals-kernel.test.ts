import { appendFileSync, rmSync } from "node:fs";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  decideMutation,
  type Issue,
  type IssueMutation,
  issueView,
  loadIssueFile,
  readyIssues,
  writeIssue,
} from "#kernel";
import { utf8 } from "#platform";
import { sampleIssue } from "../support/sample-issue.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { newStore, type TestStore } from "./manual-store.ts";

const root = temporaryFolder();

const IDS = ["bd-1", "bd-2", "bd-3", "é", "zz"] as const;
const WORKERS = ["al", "bo"] as const;
const TYPES = ["blocks", "related", "waits-for", "parent-child"] as const;

const id = fc.constantFrom(...IDS);
const worker = fc.constantFrom(...WORKERS);
const type = fc.constantFrom(...TYPES);
const priority = fc.integer({ min: 0, max: 2 });
const status = fc.constantFrom("open", "open", "closed", "blocked", "in_progress", "Closed");
const term = { leaseTtlSeconds: 30 } as const;

/** A row as another tool writes it: any state, contended leases and edges that stand with the wrong issue too. */
const foreignRow: fc.Arbitrary<Issue> = fc
  .record({
    id,
    status,
    priority,
    assignee: fc.constantFrom("", ...WORKERS),
    owner: fc.option(worker, { nil: undefined }),
    target: fc.option(id, { nil: undefined }),
    from: fc.option(id, { nil: undefined }),
    type,
    live: fc.boolean(),
    rev: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined, freq: 2 }),
    title: fc.constantFrom("a", "b", "c"),
  })
  .map((row) =>
    sampleIssue(row.id, {
      title: row.title,
      status: row.status,
      priority: row.priority,
      assignee: row.assignee,
      dependencies:
        row.target === undefined
          ? []
          : [{ issue_id: row.from ?? row.id, depends_on_id: row.target, type: row.type, created_by: "" }],
      ...(row.owner === undefined
        ? {}
        : {
            lease: {
              lease_id: "l",
              owner: row.owner,
              acquired_at: sampleIssue("x").created_at,
              expires_at: (row.live ? "2026-03-01T12:05:00Z" : "2026-03-01T12:00:20.0000005Z") as Issue["created_at"],
            },
          }),
      ...(row.rev === undefined ? {} : { rev: row.rev, by: "them" }),
    }),
  );

type Step =
  | { readonly kind: "mutate"; readonly mutation: IssueMutation; readonly seconds: number }
  | { readonly kind: "foreign"; readonly row: Issue; readonly spelling: number }
  | { readonly kind: "reopen" | "drop index" | "compact" | "purge" };

function mutation(of: fc.Arbitrary<IssueMutation>): fc.Arbitrary<Step> {
  return fc.record({ kind: fc.constant("mutate" as const), mutation: of, seconds: fc.integer({ min: 1, max: 20 }) });
}

function act<A extends IssueMutation["action"]>(
  action: A,
  args: fc.Arbitrary<Extract<IssueMutation, { action: A }>["args"]>,
): fc.Arbitrary<IssueMutation> {
  return args.map((given) => ({ action, args: given }) as IssueMutation);
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: mutation(
      act(
        "issue.add",
        fc.record({
          title: fc.constant("t"),
          id: fc.option(id, { nil: "" }),
          priority,
          assignee: fc.constantFrom("", "al"),
        }),
      ),
    ),
  },
  { weight: 3, arbitrary: mutation(act("dep.add", fc.record({ issueId: id, dependsOnId: id, type }))) },
  { weight: 1, arbitrary: mutation(act("dep.remove", fc.record({ issueId: id, dependsOnId: id, type }))) },
  {
    weight: 1,
    arbitrary: mutation(act("dep.replace", fc.record({ issueId: id, dependsOnId: id, fromType: type, toType: type }))),
  },
  {
    weight: 2,
    arbitrary: mutation(act("issue.claim", fc.record({ id, assignee: worker, leaseTtlSeconds: fc.constant(30) }))),
  },
  {
    weight: 4,
    arbitrary: mutation(
      act(
        "issue.claim_next",
        fc
          .record({
            assignee: worker,
            by: fc.constantFrom("id" as const, "priority" as const),
            reclaimStale: fc.boolean(),
          })
          .map((args) => ({ ...args, ...term })),
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: mutation(
      act(
        "issue.lease_renew",
        fc
          .record({ id, assignee: worker })
          .map((args) => ({ ...args, ...term, leaseId: `lease1_${args.id}_${args.assignee}` })),
      ),
    ),
  },
  { weight: 1, arbitrary: mutation(act("issue.lease_release", fc.record({ id }))) },
  {
    weight: 2,
    arbitrary: mutation(act("issue.update", fc.record({ id, status, assignee: fc.constantFrom("", "al") }))),
  },
  { weight: 2, arbitrary: mutation(act("issue.close", fc.record({ id }))) },
  { weight: 1, arbitrary: mutation(act("issue.delete", fc.record({ id }))) },
  {
    weight: 1,
    arbitrary: mutation(
      act(
        "issue.import",
        fc.record({
          mode: fc.constantFrom("merge" as const, "replace" as const),
          source: fc.constant("x"),
          rows: fc.array(foreignRow.map(writeIssue), { maxLength: 3 }),
        }),
      ),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("foreign" as const), row: foreignRow, spelling: fc.nat({ max: 2 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom("reopen", "drop index", "compact", "purge") }),
  },
);

/** The same row as other tools may spell it: keys in another order, white space around. */
function spelled(row: Issue, spelling: number): string {
  const text = writeIssue(row);
  if (spelling === 0) return text;
  const parsed = JSON.parse(text) as Record<string, unknown>;
  if (spelling === 1) return JSON.stringify(Object.fromEntries(Object.entries(parsed).toReversed()));
  return ` ${text} `;
}

/** What the kernel says of the file as it is. */
function loaded(store: TestStore): {
  readonly issues: ReadonlyMap<string, Issue>;
  readonly tombstones: ReadonlySet<string>;
  readonly rows: Map<string, Issue>;
} {
  const file = loadIssueFile(Buffer.from(store.store.exists() ? store.text() : ""), utf8, store.path);
  if (!file.ok) throw new Error(file.message);
  return { issues: file.issues, tombstones: new Set(file.tombstones.keys()), rows: new Map(file.issues) };
}

function withoutOurs({ rev: _rev, by: _by, ...issue }: Issue): unknown {
  return issue;
}

/** The index answers what the kernel says of the whole file. */
function compare(store: TestStore): void {
  if (!store.store.exists()) return;
  const { issues } = loaded(store);
  const summary = ({ id: name, title, status: state, priority: rank, issue_type, assignee }: Issue) => ({
    id: name,
    title,
    status: state,
    priority: rank,
    issue_type,
    assignee,
  });
  const all = [...issues.values()];
  expect(store.store.list({})).toStrictEqual(all.map(summary));
  expect(store.store.list({ status: "open" })).toStrictEqual(
    all.filter((issue) => issue.status === "open").map(summary),
  );
  expect(store.store.list({ assignee: "al" })).toStrictEqual(
    all.filter((issue) => issue.assignee === "al").map(summary),
  );
  const ready = readyIssues(issues).map(summary);
  expect(store.store.ready()).toStrictEqual({ items: ready, count: ready.length });
  expect(store.store.ready(1)).toStrictEqual({ items: ready.slice(0, 1), count: ready.length });
  for (const name of IDS) expect(store.store.get(name)).toStrictEqual(issues.get(name));
  expect([...store.store.load().issues]).toStrictEqual([...issues]);
}

test("whatever happens to a store, the index answers and decides as the kernel does over the whole file (M01)", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 30 }), (steps) => {
      let store = newStore(root);
      for (const each of steps) {
        if (each.kind === "mutate") {
          store.clock.advance(each.seconds - 1);
          const { issues, tombstones } = loaded(store);
          const before = store.store.exists() ? store.text() : undefined;
          const applied = run(store, each.mutation);
          if (applied === "no file") continue;
          const decision = decideMutation(issueView(issues, tombstones), each.mutation, store.clock.now(), utf8);
          if (!decision.ok) expect(applied).toStrictEqual(decision);
          else {
            expect(applied.ok && applied.changedIssues.map(withoutOurs)).toStrictEqual(
              decision.changed.map(withoutOurs),
            );
            if (decision.changed.length === 0 && decision.replacesAll !== true)
              expect(store.store.exists() ? store.text() : undefined).toBe(before);
          }
        } else if (each.kind === "foreign") {
          store.clock.advance(1);
          if (store.store.exists()) appendFileSync(store.path, `${spelled(each.row, each.spelling)}\n`);
        } else if (each.kind === "reopen") {
          store.store.close();
          store = store.again();
        } else if (each.kind === "drop index") rmSync(store.indexPath, { force: true });
        else if (store.store.exists() && each.kind === "purge") store.purge();
        else if (store.store.exists()) store.store.compact();
        compare(store);
      }
      // One more change takes over what other tools appended last: then everything that is there is known to the log.
      store.clock.advance(1);
      store.must("issue.add", { title: "last", id: "last" });
      compare(store);
      // A row with a revision that no log knows is what verify is there to name.
      const isAllOurs = !steps.some((each) => each.kind === "foreign" && each.row.rev !== undefined);
      const { findings, snapshotRef, replayedSnapshotRef } = store.store.verify();
      if (isAllOurs) expect([findings, replayedSnapshotRef]).toStrictEqual([[], snapshotRef]);
      store.store.close();
    }),
    { numRuns: Number(process.env["TUSK_PROPERTY_RUNS"] ?? 60), seed: 20_260_301, endOnFailure: false },
  );
}, 120_000);

function run(store: TestStore, wanted: IssueMutation): ReturnType<TestStore["apply"]> | "no file" {
  if (!store.store.exists() && wanted.action !== "issue.add" && wanted.action !== "issue.import") return "no file";
  return store.apply(wanted.action, wanted.args);
}
