import type { IssueRunData, NextData, WorkerData } from "#host";
import { exactLine } from "#host";
import { harmless, paint, type Paper } from "./paper.ts";
import { printJson } from "./print-json.ts";

const DONE = ["green", "done"] as const;
const LEFT = ["yellow", "left something"] as const;
const REFUSED = ["red", "refused"] as const;

/** The end of a worker: how many issues it closed, what it left, and why it stopped. As JSON the last line behind its rows. */
export function worker(data: WorkerData | IssueRunData, paper: Paper): void {
  const { workerId, closed, failed, handedOff, reason, isStopped, isRefused } = data;
  if (paper.json)
    return paper.print(
      `${exactLine({ schema: 1, kind: "tusk.worker.ended.v1", worker: workerId, closed, failed, handedOff, reason, isStopped })}\n`,
    );
  const left = [...failed, ...handedOff];
  const [colour, word] = isRefused === true ? REFUSED : left.length === 0 ? DONE : LEFT;
  const counts = `${closed.length} closed, ${failed.length} failed, ${handedOff.length} handed off`;
  paper.print(`[worker:${workerId}] ${paint(paper, colour, word)}: ${counts}; ${harmless(reason)}\n`);
  for (const id of left) paper.print(`[worker:${workerId}] look at ${harmless(id)}: tusk issue show ${harmless(id)}\n`);
}

/** Which issue is next, and why the others are not. */
export function next(data: NextData, paper: Paper): void {
  if (paper.json) return printJson(data, paper);
  const { issueId, reason, ready, candidates } = data;
  paper.print(
    `Next: ${issueId === null ? "none" : harmless(issueId)}\n  Why: ${harmless(reason)}\n  Ready: ${ready}\n`,
  );
  for (const { issueId: id, title, priority, passedOver } of candidates)
    paper.print(
      `  - ${harmless(id)} [P${priority}] ${harmless(title)}${passedOver === undefined ? "" : ` (not: ${harmless(passedOver)})`}\n`,
    );
}
