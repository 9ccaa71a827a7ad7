import { describe, expect, test } from "vitest";
import { at, byIds, sampleIssue } from "../../../tests/support/sample-issue.ts";
import { idToken } from "./id-token.ts";
import type { Lease } from "./issue.ts";
import { isContended, leaseExpiry, leaseState, type LeaseTerm, newLeaseId } from "./lease.ts";
import { leaseProjection } from "./lease-projection.ts";

const NOW = at("2026-03-01T12:00:00Z");

function lease(expires: string, owner = "al"): Lease {
  return { lease_id: "L1", owner, acquired_at: at("2026-03-01T11:00:00Z"), expires_at: at(expires) };
}

const HELD = sampleIssue("bd-1", {
  status: "in_progress",
  assignee: "al",
  lease: lease("2026-03-01T12:00:00.000000001Z"),
});

describe("a lease (contract memory 1.8)", () => {
  test("is active until the nanosecond it expires, and stale in it", () => {
    const ending = { ...HELD, lease: lease("2026-03-01T12:00:00Z") };
    const states = [sampleIssue("bd-1"), HELD, ending].map((issue) => leaseState(issue, NOW));
    expect(states).toStrictEqual(["unleased", "active", "stale"]);
  });

  test("is contended when it is active and status or assignee do not agree with it", () => {
    const others = [
      {},
      { status: "open" },
      { status: "In_Progress" },
      { assignee: "bo" },
      { lease: lease("2026-03-01T12:00:00Z"), status: "open" },
    ];
    expect(others.map((other) => isContended({ ...HELD, ...other }, NOW))).toStrictEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    expect(isContended(sampleIssue("bd-1"), NOW)).toBe(false);
  });

  test("is counted once: as stale, as contended, or not at all, sorted by id", () => {
    const issues = byIds(
      { ...HELD, id: "bd-2", status: "open" },
      { ...HELD, id: "bd-10", assignee: "bo" },
      { ...HELD, id: "bd-3", lease: lease("2026-03-01T11:59:59Z"), status: "open" },
      HELD,
      sampleIssue("bd-4"),
    );
    expect(leaseProjection(issues, at("2026-03-01T12:00:00.5Z"))).toMatchObject({ staleCount: 4 });
    expect(leaseProjection(issues, NOW)).toStrictEqual({
      checkedAt: "2026-03-01T12:00:00+00:00",
      staleCount: 1,
      staleIssueIds: ["bd-3"],
      contendedCount: 2,
      contendedIssueIds: ["bd-10", "bd-2"],
    });
  });
});

describe("the id of a new lease (contract memory 1.8)", () => {
  test.each([
    [undefined, "bd-1", "Alice", "lease1_bd-1_alice"],
    ["  ", "bd-lease-203", "agent.beta", "lease1_bd-lease-203_agent_beta"],
    [" L 1 ", "bd-1", "al", "L 1"],
    [undefined, "__", "é😀", "lease1_anon_anon"],
    [undefined, "_A_b_", "..x..y..", "lease1_a_b_x__y"],
  ])("asked for as %j for %j and %j is %j", (requested, issueId, assignee, id) => {
    expect(newLeaseId(requested, issueId, assignee)).toBe(id);
  });

  test("has one `_` for each character that is not allowed, wherever it stands", () => {
    expect([idToken("a😀b", "-"), idToken("Ä-ä", "x"), idToken("İ1K", "x")]).toStrictEqual(["a_b", "-", "1k"]);
  });
});

describe("the term of a lease (contract memory 1.8)", () => {
  test.each<[LeaseTerm, string]>([
    [{}, "2026-03-01T13:00:00Z"],
    [{ leaseTtlSeconds: 30 }, "2026-03-01T12:00:30Z"],
    [{ leaseTtlSeconds: 86_400 }, "2026-03-02T12:00:00Z"],
    [{ leaseExpiresAt: "2026-03-01T12:00:00.000000001Z" }, "2026-03-01T12:00:00.000000001Z"],
    [{ leaseExpiresAt: " 2099-01-01T01:00:00+01:00 " }, "2099-01-01T00:00:00Z"],
    [{ leaseTtlSeconds: 60, leaseExpiresAt: " " }, "2026-03-01T12:01:00Z"],
  ])("%j ends at %s", (term, ends) => {
    expect(leaseExpiry(term, NOW)).toStrictEqual({ ok: true, value: ends });
  });

  const RANGE = "lease_ttl_seconds must be in range [30, 86400]";
  test.each<[LeaseTerm, string, string]>([
    [{ leaseTtlSeconds: 29 }, "lease_invalid_ttl", RANGE],
    [{ leaseTtlSeconds: 86_401 }, "lease_invalid_ttl", RANGE],
    [{ leaseTtlSeconds: 0 }, "lease_invalid_ttl", RANGE],
    [{ leaseTtlSeconds: -60 }, "lease_invalid_ttl", RANGE],
    [{ leaseTtlSeconds: 60.5 }, "lease_invalid_ttl", RANGE],
    [{ leaseExpiresAt: "tomorrow" }, "lease_invalid_expires_at", "lease_expires_at must be RFC3339"],
    [{ leaseExpiresAt: "2026-02-30T00:00:00Z" }, "lease_invalid_expires_at", "lease_expires_at must be RFC3339"],
    [{ leaseExpiresAt: NOW }, "lease_invalid_expires_at", "lease_expires_at must be in the future"],
    [{ leaseExpiresAt: "2001-01-01T00:00:00Z" }, "lease_invalid_expires_at", "lease_expires_at must be in the future"],
    [
      { leaseTtlSeconds: 1, leaseExpiresAt: "nonsense" },
      "lease_binding_ambiguous",
      "provide only one of leaseTtlSeconds or leaseExpiresAt",
    ],
  ])("%j is refused as %s", (term, code, message) => {
    expect(leaseExpiry(term, NOW)).toStrictEqual({ ok: false, failure: { code, message } });
  });

  test("is refused by claim-next with the number it got", () => {
    const failure = { code: "lease_invalid_ttl", message: `${RANGE} (got 29)` };
    expect(leaseExpiry({ leaseTtlSeconds: 29 }, NOW, "got")).toStrictEqual({ ok: false, failure });
  });
});
