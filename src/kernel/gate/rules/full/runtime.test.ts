import { describe, expect, test } from "vitest";
import {
  altered,
  type AlteredCase,
  digestOf,
  expectedOf,
  found,
  hex,
  outcomeOf,
  rowOn,
  textDigestOf,
  tripsFor,
  tripsOf,
} from "../../../../../conformance/altered-turn.ts";
import { BARE_PLAN, planned, turnOf } from "../../../../../conformance/planned-turn.ts";
import { continuityValue } from "./runtime.ts";

const boundary = tripsFor("runtime.shell_boundary_violation");
const compaction = tripsFor("runtime.compaction_state_invalid");
const schema = tripsFor("tool.schema_invalid", "continue");

describe("runtime.shell_boundary_violation (T05)", () => {
  test.each<AlteredCase>([
    {
      when: "a command that was not asked for trips",
      change: ({ call }) => {
        found(call("tc-3").ran.shell).commandDigest = textDigestOf("rm -rf /");
      },
      trips: [
        boundary(
          "tc-3",
          "evidence.tusk.results[2].shell.commandDigest",
          "the command that ran is not the one that was asked for",
        ),
      ],
    },
    {
      when: "a command counts by its raw bytes, not as JSON",
      change: ({ call }) => {
        found(call("tc-3").ran.shell).commandDigest = digestOf("npm test");
      },
      trips: [
        boundary(
          "tc-3",
          "evidence.tusk.results[2].shell.commandDigest",
          "the command that ran is not the one that was asked for",
        ),
      ],
    },
    {
      when: "arguments without a command name none that could have run",
      change: ({ call, tool, keep }) => {
        call("tc-3").asked.args = {};
        tool("bash").schemaDigest = keep({ type: "object" });
        call("tc-3").request.schemaDigest = digestOf({ type: "object" });
      },
      trips: [
        boundary(
          "tc-3",
          "evidence.tusk.results[2].shell.commandDigest",
          "the command that ran is not the one that was asked for",
        ),
      ],
    },
    {
      when: "a command that is no text names none that could have run",
      change: ({ call, tool, keep }) => {
        call("tc-3").asked.args = { command: ["npm test"] };
        tool("bash").schemaDigest = keep({ type: "object" });
        call("tc-3").request.schemaDigest = digestOf({ type: "object" });
      },
      trips: [
        boundary(
          "tc-3",
          "evidence.tusk.results[2].shell.commandDigest",
          "the command that ran is not the one that was asked for",
        ),
      ],
    },
    {
      when: "arguments that are no object name no command",
      change: ({ call, tool, keep }) => {
        call("tc-3").asked.args = "npm test";
        tool("bash").schemaDigest = keep({});
        call("tc-3").request.schemaDigest = digestOf({});
      },
      trips: [
        boundary(
          "tc-3",
          "evidence.tusk.results[2].shell.commandDigest",
          "the command that ran is not the one that was asked for",
        ),
      ],
    },
    {
      when: "a command named by a digest that resolves holds",
      change: ({ call, keep }) => {
        call("tc-3").asked.args = { $digest: keep({ command: "npm test" }) };
      },
    },
    {
      when: "a command named by a digest that nobody resolves is unproven",
      change: ({ call }) => {
        call("tc-3").asked.args = { $digest: hex("9") };
      },
      trips: [
        schema("tc-3", "evidence.tusk.requests[2].args", "the arguments are not among the values"),
        boundary("tc-3", "evidence.tusk.results[2].shell.commandDigest", "the command is not in the evidence"),
      ],
    },
    ...["/repo2", "/", "repo", "/repo/../etc", "/repo/.", "/repo//src", "/repo/"].map((workdir): AlteredCase => {
      return {
        when: `workdir ${workdir} is not in /repo`,
        change: ({ call }) => {
          found(call("tc-3").ran.shell).workdir = workdir;
        },
        trips: [boundary("tc-3", "evidence.tusk.results[2].shell.workdir", `${workdir} is in none of /repo`)],
      };
    }),
    ...["/repo", "/repo/src", "/repo/.git", "/repo/..."].map((workdir): AlteredCase => {
      return {
        when: `workdir ${workdir} is in /repo`,
        change: ({ call }) => {
          found(call("tc-3").ran.shell).workdir = workdir;
        },
      };
    }),
    {
      when: "any of several roots will do",
      change: ({ spec }) => {
        spec.boundaryPolicy.roots = ["/tmp", "/repo"];
      },
    },
    {
      when: "a policy without roots allows nothing",
      change: ({ spec }) => {
        spec.boundaryPolicy.roots = [];
      },
      trips: [boundary("tc-3", "evidence.tusk.results[2].shell.workdir", "/repo is in none of no root")],
    },
    {
      when: "two roots are both named",
      change: ({ spec }) => {
        spec.boundaryPolicy.roots = ["/a", "/b"];
      },
      trips: [boundary("tc-3", "evidence.tusk.results[2].shell.workdir", "/repo is in none of /a, /b")],
    },
    {
      when: "another profile and another network than the bound ones are both named",
      change: ({ call }) => {
        Object.assign(found(call("tc-3").ran.shell), { profile: "danger", network: "full" });
      },
      trips: [
        boundary("tc-3", "evidence.tusk.results[2].shell.profile", "ran in danger, bound is workspace-write"),
        boundary("tc-3", "evidence.tusk.results[2].shell.network", "ran with network full, bound is none"),
      ],
    },
    {
      when: "a surface that is no edit surface trips",
      change: ({ call }) => {
        call("tc-2").ran.surface = "sed";
      },
      trips: [boundary("tc-2", "evidence.tusk.results[1].surface", "sed is none of apply_patch, edit, write")],
    },
    {
      when: "without edit surfaces nothing may be edited",
      change: ({ spec }) => {
        spec.boundaryPolicy.editSurfaces = [];
      },
      trips: [boundary("tc-2", "evidence.tusk.results[1].surface", "edit is none of no surface")],
    },
    {
      when: "files that the shell changed trip while it may not edit",
      change: ({ call }) => {
        call("tc-3").ran.artifacts = [{ path: "/repo/src/a.ts", before: hex("1"), after: hex("2") }];
      },
      trips: [boundary("tc-3", "evidence.tusk.results[2].artifacts", "the shell changed files")],
    },
    {
      when: "a file that the shell made is a change",
      change: ({ call }) => {
        call("tc-3").ran.artifacts = [
          { path: "/repo/src/a.ts", before: hex("1"), after: hex("1") },
          { path: "/repo/src/b.ts", after: hex("2") },
        ];
      },
      trips: [boundary("tc-3", "evidence.tusk.results[2].artifacts", "the shell changed files")],
    },
    {
      when: "files that the shell left as they were hold",
      change: ({ call }) => {
        call("tc-3").ran.artifacts = [{ path: "/repo/src/a.ts", before: hex("1"), after: hex("1") }];
      },
    },
    {
      when: "files that the shell changed hold where it may edit",
      change: ({ call, spec }) => {
        spec.boundaryPolicy.shellMayEdit = true;
        call("tc-3").ran.artifacts = [{ path: "/repo/src/a.ts", before: hex("1"), after: hex("2") }];
      },
    },
    {
      when: "a sandbox that was never tested trips",
      change: ({ spec }) => {
        spec.sandbox.attestation = [];
      },
      trips: [boundary("the turn", "evidence.tusk.spec.sandbox.attestation", "the sandbox was never tested")],
    },
    {
      when: "a probe that saw something else than expected trips",
      change: ({ spec }) => {
        found(spec.sandbox.attestation[1]).observed = "connected";
      },
      trips: [
        boundary(
          "the turn",
          "evidence.tusk.spec.sandbox.attestation[1].observed",
          "probe connect-out expected refused, saw connected",
        ),
      ],
    },
    {
      when: "files that a row with a shell block changed trip, whatever its tool was said to do",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("edit")] }),
      change: ({ call, keep, tool }) => {
        const args = { command: "sed" };
        call("tc-0").asked.args = args;
        tool("edit").schemaDigest = keep({ type: "object" });
        call("tc-0").request.schemaDigest = digestOf({ type: "object" });
        call("tc-0").ran.shell = {
          commandDigest: textDigestOf("sed"),
          workdir: "/repo",
          profile: "workspace-write",
          network: "none",
          exit: 0,
        };
      },
      trips: [boundary("tc-0", "evidence.tusk.results[0].artifacts", "the shell changed files")],
    },
    {
      when: "a call that says it was denied and shows that it ran is looked at",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("bash", { outcome: "failed" })] }),
      change: ({ call }) => {
        call("tc-0").ran.outcome = "denied";
        found(call("tc-0").ran.shell).network = "full";
      },
      trips: [
        tripsFor("tool.schema_invalid")(
          "tc-0",
          "evidence.tusk.results[0].outcome",
          "the call was denied, and the row shows that it ran",
        ),
        boundary("tc-0", "evidence.tusk.results[0].shell.network", "ran with network full, bound is none"),
      ],
    },
    ...(["read", "web", "python"] as const).map((name): AlteredCase => {
      return {
        when: `files that ${name} changed, which does not write, were changed through no surface`,
        turn: turnOf({ ...BARE_PLAN, calls: [planned(name)] }),
        change: ({ call }) => {
          call("tc-0").ran.artifacts = [{ path: "/repo/src/a.ts", before: hex("1"), after: hex("2") }];
        },
        trips: [boundary("tc-0", "evidence.tusk.results[0].artifacts", "files were changed through no surface")],
      };
    }),
    {
      when: "files that a tool without write effect made or removed are changes too",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("read"), planned("web")] }),
      change: ({ call }) => {
        call("tc-0").ran.artifacts = [{ path: "/repo/src/a.ts", after: hex("2") }];
        call("tc-1").ran.artifacts = [{ path: "/repo/src/a.ts", before: hex("2") }];
      },
      trips: [
        boundary("tc-0", "evidence.tusk.results[0].artifacts", "files were changed through no surface"),
        boundary("tc-1", "evidence.tusk.results[1].artifacts", "files were changed through no surface"),
      ],
    },
    {
      when: "files that a tool without write effect left as they were hold",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("read")] }),
      change: ({ call }) => {
        call("tc-0").ran.artifacts = [{ path: "/repo/src/a.ts", before: hex("1"), after: hex("1") }];
      },
    },
    {
      when: "files that a tool without write effect changed through an allowed surface hold",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("web")] }),
      change: ({ call }) => {
        call("tc-0").ran.surface = "edit";
        call("tc-0").ran.artifacts = [{ path: "/repo/src/a.ts", before: hex("1"), after: hex("2") }];
      },
    },
    {
      when: "files that a writing tool changed without a surface lack its evidence, and nothing else",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("edit")] }),
      change: ({ call }) => {
        delete call("tc-0").ran.surface;
      },
      trips: [
        tripsFor("tool.schema_invalid")(
          "tc-0",
          "evidence.tusk.results[0].surface",
          "edit ran and left no surface evidence",
        ),
      ],
    },
    {
      when: "a row that shows a surface is looked at, whatever its tool was said to do",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("web")] }),
      change: ({ call }) => {
        call("tc-0").ran.surface = "sed";
      },
      trips: [boundary("tc-0", "evidence.tusk.results[0].surface", "sed is none of apply_patch, edit, write")],
    },
    {
      when: "a row that shows a shell is looked at, whatever its tool was said to do",
      turn: turnOf({ ...BARE_PLAN, calls: [planned("web")] }),
      change: ({ call }) => {
        const shell = {
          commandDigest: hex("9"),
          workdir: "/repo",
          profile: "workspace-write",
          network: "none",
          exit: 0,
        };
        call("tc-0").ran.shell = shell;
      },
      trips: [
        boundary(
          "tc-0",
          "evidence.tusk.results[0].shell.commandDigest",
          "the command that ran is not the one that was asked for",
        ),
      ],
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });

  test("a tool with the shell's effect that changed files is the shell, whether it shows a shell or not", () => {
    const file = altered(({ call }) => {
      delete call("tc-3").ran.shell;
      call("tc-3").ran.artifacts = [{ path: "/repo/src/a.ts", before: hex("1"), after: hex("2") }];
    });
    expect(tripsOf(file)).toContainEqual(
      boundary("tc-3", "evidence.tusk.results[2].artifacts", "the shell changed files"),
    );
  });

  test("is due where a tool that may write ran, also when it left no traces", () => {
    const turn = turnOf({ ...BARE_PLAN, calls: [planned("edit")] });
    const file = altered(
      ({ call }) => {
        delete call("tc-0").ran.surface;
        delete call("tc-0").ran.artifacts;
      },
      {},
      turn,
    );
    expect(rowOn("runtime.shell_boundary_violation", file)).toEqual({
      class: "runtime.shell_boundary_violation",
      outcome: "held",
    });
  });

  const idle = {
    class: "runtime.shell_boundary_violation",
    outcome: "not_due",
    why: "no tool with a shell or write effect ran",
  };
  test.each([
    ["when nothing was called", turnOf(BARE_PLAN)],
    ["when tools only read", turnOf({ ...BARE_PLAN, calls: [planned("read"), planned("web")] })],
  ] as const)("is not due %s, tested sandbox or not", (_when, turn) => {
    const file = altered(
      ({ spec }) => {
        spec.sandbox.attestation = [];
      },
      {},
      turn,
    );
    expect(rowOn("runtime.shell_boundary_violation", file)).toEqual(idle);
  });

  test.each([
    ["denied", idle],
    ["interrupted", { class: "runtime.shell_boundary_violation", outcome: "held" }],
  ] as const)("a shell call that ended as %s decides whether the sandbox mattered", (outcome, row) => {
    const turn = turnOf({ ...BARE_PLAN, calls: [planned("bash", { outcome: "interrupted" })] });
    const file = altered(
      ({ call }) => {
        call("tc-0").ran.outcome = outcome;
      },
      {},
      turn,
    );
    expect(rowOn("runtime.shell_boundary_violation", file)).toEqual(row);
  });

  test.each(["bash", "edit"] as const)("is due as soon as %s ran", (tool) => {
    const turn = turnOf({ ...BARE_PLAN, calls: [planned(tool)] });
    expect(
      rowOn(
        "runtime.shell_boundary_violation",
        altered(() => undefined, {}, turn),
      ),
    ).toEqual({
      class: "runtime.shell_boundary_violation",
      outcome: "held",
    });
  });
});

describe("runtime.compaction_state_invalid (R23)", () => {
  const COMPACTED = turnOf({ ...BARE_PLAN, compaction: true });
  test.each<AlteredCase>([
    { when: "a compaction under its policy holds", turn: COMPACTED, change: () => undefined },
    {
      when: "a compaction without a policy trips",
      turn: COMPACTED,
      change: ({ spec }) => {
        delete spec.compactionPolicy;
      },
      trips: [compaction("the turn", "evidence.tusk.spec.compactionPolicy", "no compaction policy is bound")],
    },
    {
      when: "each item that was not carried over is named",
      turn: COMPACTED,
      change: ({ tusk, spec }) => {
        const row = found(tusk.compaction);
        row.carried = [];
        row.continuityDigest = digestOf(continuityValue(row));
        found(spec.compactionPolicy).carry = ["plan", "goal"];
      },
      trips: [
        compaction("goal", "evidence.tusk.compaction.carried", "goal was not carried over"),
        compaction("plan", "evidence.tusk.compaction.carried", "plan was not carried over"),
      ],
    },
    {
      when: "more may be carried than the policy asks for",
      turn: COMPACTED,
      change: ({ spec }) => {
        found(spec.compactionPolicy).carry = [];
      },
    },
    {
      when: "a digest of something else trips",
      turn: COMPACTED,
      change: ({ tusk }) => {
        found(tusk.compaction).continuityDigest = hex("9");
      },
      trips: [
        compaction(
          "the turn",
          "evidence.tusk.compaction.continuityDigest",
          "it is not the digest of what was carried and what was replaced",
        ),
      ],
    },
    {
      when: "a digest over carried items under the other digests trips",
      turn: COMPACTED,
      change: ({ tusk }) => {
        found(found(tusk.compaction).carried[0]).digest = hex("9");
      },
      trips: [
        compaction(
          "the turn",
          "evidence.tusk.compaction.continuityDigest",
          "it is not the digest of what was carried and what was replaced",
        ),
      ],
    },
    {
      when: "a replaced item that the digest does not cover trips",
      turn: COMPACTED,
      change: ({ tusk }) => {
        found(tusk.compaction).replaced.push(hex("9"));
      },
      trips: [
        compaction(
          "the turn",
          "evidence.tusk.compaction.continuityDigest",
          "it is not the digest of what was carried and what was replaced",
        ),
      ],
    },
  ])("$when", (given) => {
    expect(outcomeOf(given)).toEqual(expectedOf(given));
  });

  test("is not due when nothing was compacted, policy or not", () => {
    const file = altered(
      ({ tusk }) => {
        delete tusk.compaction;
      },
      {},
      COMPACTED,
    );
    expect(rowOn("runtime.compaction_state_invalid", file)).toEqual({
      class: "runtime.compaction_state_invalid",
      outcome: "not_due",
      why: "the context was not compacted",
    });
  });
});
