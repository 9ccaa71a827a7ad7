import { describe, expect, test } from "vitest";
import { sha256 } from "#platform";
import { leaseHandoffRef } from "./lease-handoff-ref.ts";
import { closedSnapshot, type LeasedRow, leaseSnapshot } from "./lease-snapshot.ts";
import { lineageRefs } from "./lineage-refs.ts";
import { stableHash } from "../digest/stable-hash.ts";
import { policyRef, workerRef } from "./worker-refs.ts";
import { parseTimestamp, type Timestamp } from "../issues/timestamp.ts";

const NOW = moment("2026-11-16T12:00:00Z");
const HOLDER = { issueId: "bd-4", workerId: "alice", claimedLeaseId: "lease1_bd-4_alice" };
const HELD: LeasedRow = {
  status: "in_progress",
  assignee: "alice",
  lease: { lease_id: "lease1_bd-4_alice", owner: "alice", expires_at: "2026-11-16T12:30:00Z" },
};

function moment(text: string): Timestamp {
  const at = parseTimestamp(text);
  if (at === undefined) throw new Error(`${text} is no moment`);
  return at;
}

function refOf(issue: LeasedRow | undefined): string {
  return leaseHandoffRef(sha256, leaseSnapshot(issue, NOW), HOLDER);
}

describe("known answers of the reference's recipes (contract 3.1)", () => {
  test("the common hash is that of Python's json.dumps with sorted keys and raw text", () => {
    expect(stableHash(sha256, {})).toBe("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
    const value = {
      "😀": 1,
      "\uFFEE": 2,
      a: 'é\u2028\u007F"\\/\n\u0001',
      "": "",
      b: [1, -2, 0, 9007199254740993n, true, null],
    };
    expect(stableHash(sha256, value)).toBe("71aa2a6169c228e30f75544474d263f332f83c0f9f148a02978368910611ed2f");
  });

  test("a lineage is cover, context and refinement, in this order", () => {
    const site = {
      repoRoot: "/tmp/repo",
      issuesPath: "/tmp/repo/.premath/issues.jsonl",
      worktree: "/tmp/repo-w1",
      workerId: "worker.1",
      issueId: "bd-7",
      mutationMode: "human-override",
      activeEpoch: "2026-02",
      supportUntil: "2026-12",
    };
    expect(lineageRefs(sha256, site)).toEqual([
      "cover://worker-loop/bd-7/c4535af3e72ff8dc97eb7b64ad510273b1377032ebfa1991a2271d282bd8cc52",
      "ctx://issue/bd-7/c3a3365e037973c0f9a464200788fc542fa89826f971cae3ed08ae7ba35d61c1",
      "refinement://worker-loop/bd-7/worker.1/99d2e5a137ac671f424863d85acd1fa8e0641a16bb97bf5b9f56019953454023",
    ]);
  });

  test("a lease that is still held", () => {
    expect(refOf(HELD)).toBe(
      "lease://handoff/bd-4/active/02f1f982ab0bdc00840090bd6e80a89703a199a30944f2d5b8fd1cbcb727ea62",
    );
  });

  test("an active lease without a name is the claimed one, of this worker", () => {
    const nameless = { ...HELD, lease: { lease_id: " ", owner: "", expires_at: "2026-11-16T12:30:00Z" } };
    expect(refOf(nameless)).toBe(refOf(HELD));
  });

  test("a closed issue: with the claimed lease after success, with none after failure", () => {
    const closed = { status: "closed", assignee: "alice" };
    const done = closedSnapshot(closed, { leaseId: HOLDER.claimedLeaseId, workerId: "alice" });
    expect(done === undefined ? undefined : leaseHandoffRef(sha256, done, HOLDER)).toBe(
      "lease://handoff/bd-4/released/f31f2609d8bb9e9b2e14c79f33c915e573be89b049fc7ba307799695fde3acb9",
    );
    expect(refOf(closed)).toBe(
      "lease://handoff/bd-4/released/d70e7a5636e063afcb638caa87d073ccfb06e8161dc717e86444438918169ff6",
    );
  });

  test("an issue that is gone", () => {
    expect(refOf(undefined)).toBe(
      "lease://handoff/bd-4/missing_issue/23365542201ceb9aca26350def171e8e30884af48d64fb9e3fc2fc25c975eef2",
    );
  });

  test("the policy a worker changed an issue under", () => {
    const policy = {
      mode: "human-override",
      reason: "test",
      activeEpoch: "2026-02",
      supportUntil: "2026-06",
      workerId: "w1",
      issueId: "bd-1",
      stepIndex: 1,
    };
    expect(policyRef(sha256, policy)).toBe(
      "policy://worker-lane/human-override/3eef5427aa33857654f9376d9c3b9281cde2f546393056d655c4fc3c75eaa5a0",
    );
  });

  test("a worker's word, slashes at the end of the prefix not doubled", () => {
    const word = { workerId: "w1", issueId: "bd-1", outcome: "completed" } as const;
    expect([workerRef(word), workerRef({ ...word, outcome: "failed", prefix: "x://y//" })]).toEqual([
      "worker://loop/w1/bd-1/completed",
      "x://y/w1/bd-1/failed",
    ]);
  });
});
