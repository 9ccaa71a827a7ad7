import { describe, expect, test } from "vitest";
import type { BackendTrial, Examination } from "#ports";
import type { DoctorRow } from "./doctor-row.ts";
import { doctorRows } from "./doctor-rows.ts";

const HOLDS: readonly BackendTrial[] = [
  { name: "bwrap", state: "holds", version: "0.8.0", probes: [{ probe: "x", expected: "denied", observed: "denied" }] },
  { name: "unshare", state: "missing" },
];
const WELL: Examination = {
  nodeVersion: "24.1.0",
  backends: HOLDS,
  ripgrep: { ok: true, version: "15.0.0" },
  stateFolder: { used: "/home/a/.local/state/tusk", preferred: "/home/a/.local/state/tusk" },
  children: [],
  drafts: [],
  held: { paths: [], inUse: false },
};
const GIT = { ok: true, text: "git version 2.39.5" } as const;

function rowOf(id: string, found: Partial<Examination>): DoctorRow | undefined {
  return doctorRows({ found: { ...WELL, ...found }, git: GIT }).find((row) => row.id === id);
}

test("what is well is told with its version or place", () => {
  expect(doctorRows({ found: WELL, git: GIT })).toEqual([
    { id: "node", state: "ok", found: "24.1.0" },
    { id: "sandbox.bwrap", state: "ok", found: "0.8.0, walls tried and holding: 1" },
    {
      id: "sandbox.unshare",
      state: "warn",
      found: "not installed",
      mend: "install util-linux: unshare, setpriv and mount",
    },
    { id: "git", state: "ok", found: "2.39.5" },
    { id: "ripgrep", state: "ok", found: "15.0.0" },
    { id: "state-folder", state: "ok", found: "/home/a/.local/state/tusk" },
    { id: "children", state: "ok", found: "none runs on" },
    { id: "drafts", state: "ok", found: "none is left" },
    { id: "held-names", state: "ok", found: "none is held" },
  ]);
});

describe("what is not well", () => {
  test("no backend that holds is a failure of each of them, for no command can be run", () => {
    const backends: readonly BackendTrial[] = [
      { name: "bwrap", state: "missing" },
      { name: "unshare", state: "broken", version: "2.38", reason: "nested_namespace was allowed, not denied" },
    ];
    expect([rowOf("sandbox.bwrap", { backends }), rowOf("sandbox.unshare", { backends })]).toEqual([
      {
        id: "sandbox.bwrap",
        state: "fail",
        found: "not installed",
        mend: "install bubblewrap (apt install bubblewrap)",
      },
      {
        id: "sandbox.unshare",
        state: "fail",
        found: "2.38: nested_namespace was allowed, not denied",
        mend: "allow user namespaces, or use the other backend",
      },
    ]);
  });

  test("a process that runs on is a failure, with the command that ends it", () => {
    expect(rowOf("children", { children: [{ pid: 7, program: "/bin/sleep", since: 0 }] })).toEqual({
      id: "children",
      state: "fail",
      found: "still running: 7 (/bin/sleep, since 1970-01-01T00:00:00.000Z)",
      mend: "end them: kill -9 7",
    });
  });

  test("drafts and names that are cleared up by themselves are a warning; names in use are none", () => {
    const paths = Array.from({ length: 12 }, (_, at) => `.n${at}`);
    expect(rowOf("drafts", { drafts: [".tusk-a.draft"] })?.state).toBe("warn");
    expect(rowOf("held-names", { held: { paths, inUse: false } })).toMatchObject({
      state: "warn",
      found: "12 held by empty folders: .n0, .n1, .n2, .n3, .n4, .n5, .n6, .n7, .n8, .n9 and 2 more",
    });
    expect(rowOf("held-names", { held: { paths, inUse: true } })?.state).toBe("ok");
  });

  test("a state folder elsewhere is a warning, none at all a failure", () => {
    expect(rowOf("state-folder", { stateFolder: { used: "/tmp/x", preferred: "/home/a" } })?.state).toBe("warn");
    expect(rowOf("state-folder", { stateFolder: { used: undefined, preferred: "/home/a" } })?.state).toBe("fail");
  });

  test("an old Node and a missing ripgrep are failures, a missing git a warning", () => {
    expect(rowOf("node", { nodeVersion: "18.20.0" })?.state).toBe("fail");
    expect(rowOf("ripgrep", { ripgrep: { ok: false, reason: "gone" } })?.state).toBe("fail");
    const git = doctorRows({ found: WELL, git: { ok: false, reason: "gone" } }).find(({ id }) => id === "git");
    expect(git).toEqual({ id: "git", state: "warn", found: "gone", mend: "install git" });
  });
});
