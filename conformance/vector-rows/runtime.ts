import type { VectorRow } from "../vector-row.ts";
import { CALL } from "../vector-row.ts";
import { found, hex } from "../altered-turn.ts";
import { FULL_TURN } from "../full-turn.ts";
import { COMPACTED_TURN } from "../golden-turns.ts";

/** Vectors of the classes about the sandbox, edits and compaction. */
export const RUNTIME_ROWS: readonly VectorRow[] = [
  {
    class: "runtime.shell_boundary_violation",
    from: FULL_TURN,
    holds:
      "The command ran inside the roots, in the bound and attested sandbox, and the edit went through an edit surface.",
    cases: [
      {
        why: "The command ran in a folder outside the roots.",
        change: ({ call }) => {
          Object.assign(found(call("tc-3").ran.shell), { workdir: "/home" });
        },
        trips: [["tc-3", "evidence.tusk.results[2].shell.workdir"]],
      },
      {
        name: "look-alike-root",
        why: "The command ran in a folder whose name only begins like a root.",
        change: ({ call }) => {
          Object.assign(found(call("tc-3").ran.shell), { workdir: "/repo-backup" });
        },
        trips: [["tc-3", "evidence.tusk.results[2].shell.workdir"]],
      },
      {
        name: "dotted-workdir",
        why: "The command ran in a folder that leads out of the root by two dots.",
        change: ({ call }) => {
          Object.assign(found(call("tc-3").ran.shell), { workdir: "/repo/../home" });
        },
        trips: [["tc-3", "evidence.tusk.results[2].shell.workdir"]],
      },
      {
        name: "command",
        why: "Another command ran than the one that was asked for.",
        change: ({ call }) => {
          Object.assign(found(call("tc-3").ran.shell), { commandDigest: hex("f") });
        },
        trips: [["tc-3", "evidence.tusk.results[2].shell.commandDigest"]],
      },
      {
        name: "profile",
        why: "The command ran in another sandbox profile than the bound one.",
        change: ({ call }) => {
          Object.assign(found(call("tc-3").ran.shell), { profile: "full-access" });
        },
        trips: [["tc-3", "evidence.tusk.results[2].shell.profile"]],
      },
      {
        name: "network",
        why: "The command ran with a network, and none was bound.",
        change: ({ call }) => {
          Object.assign(found(call("tc-3").ran.shell), { network: "full" });
        },
        trips: [["tc-3", "evidence.tusk.results[2].shell.network"]],
      },
      {
        name: "unattested",
        why: "Nobody tested whether the sandbox holds.",
        change: ({ spec }) => {
          spec.sandbox.attestation = [];
        },
        trips: [[CALL, "evidence.tusk.spec.sandbox.attestation"]],
      },
      {
        name: "leaky",
        why: "The test of the sandbox could connect out.",
        change: ({ spec }) => {
          found(spec.sandbox.attestation[1]).observed = "connected";
        },
        trips: [[CALL, "evidence.tusk.spec.sandbox.attestation[1].observed"]],
      },
      {
        name: "surface",
        why: "A file was edited through a surface that is no edit surface.",
        change: ({ call }) => {
          call("tc-2").ran.surface = "shell";
        },
        trips: [["tc-2", "evidence.tusk.results[1].surface"]],
      },
      {
        name: "shell-edit",
        why: "The shell command changed a file, and the shell may not edit.",
        change: ({ call }) => {
          call("tc-3").ran.artifacts = [{ path: "/repo/src/parser.ts", before: hex("d"), after: hex("c") }];
        },
        trips: [["tc-3", "evidence.tusk.results[2].artifacts"]],
      },
    ],
  },
  {
    class: "runtime.compaction_state_invalid",
    from: COMPACTED_TURN,
    holds: "The context was compacted under a policy, and what has to be carried was.",
    cases: [
      {
        why: "Decisions had to be carried, and they were lost when the context was compacted.",
        change: ({ spec }) => {
          found(spec.compactionPolicy).carry.push("decisions");
        },
        trips: [["decisions", "evidence.tusk.compaction.carried"]],
      },
      {
        name: "no-policy",
        why: "The context was compacted, and no policy says how.",
        change: ({ spec }) => {
          delete spec.compactionPolicy;
        },
        trips: [[CALL, "evidence.tusk.spec.compactionPolicy"]],
      },
      {
        name: "continuity",
        why: "The continuity digest is of something else than what was carried and replaced.",
        change: ({ tusk }) => {
          found(tusk.compaction).continuityDigest = hex("f");
        },
        trips: [[CALL, "evidence.tusk.compaction.continuityDigest"]],
      },
    ],
  },
];
