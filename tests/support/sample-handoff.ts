import type { Handoff } from "#kernel";

/** A packet of one session of work on an issue. */
export function sampleHandoff(change: Partial<Handoff> = {}): Handoff {
  return {
    schema: 1,
    kind: "tusk.handoff.v1",
    issueId: "bd-7",
    from: { role: "agent", workerId: "worker.1", sessionId: "s-1" },
    target: { role: "agent" },
    intent: "bd-7: Parser drops the last line",
    constraints: ["keep the interface"],
    done: ["found where it is dropped"],
    left: ["write the test"],
    artifacts: [{ ref: "file://src/parser.ts", digest: `sha256:${"1".repeat(64)}` }],
    returnPath: "issue://bd-7",
    contextScope: { read: [], write: [] },
    sessionNo: 1,
    ...change,
  };
}
