import type { TourData, TourStop } from "#host";
import { paint, type Paper } from "./paper.ts";
import { trippedText } from "./join-check.ts";
import { printJson } from "./print-json.ts";

const CHAIN = "CallSpec -> ToolRequests -> ToolResults -> ToolUse -> JoinClosed -> MutationReady";

/** Shows the gate at work: one turn it lets through, and those it does not, each with class, meaning and evidence. */
export function render({ stops }: TourData, paper: Paper): void {
  if (paper.json) {
    const turns = stops.map(({ title, report }) => ({
      accepted: report.accepted,
      failureClasses: report.failureClasses,
      title,
    }));
    printJson({ turns }, paper);
    return;
  }
  paper.print(`${paint(paper, "bold", "Tusk: a turn either closes or changes nothing.")}\n`);
  paper.print(paint(paper, "dim", `${CHAIN}\n\n`));
  stops.forEach((stop, index) => paper.print(stopText(stop, index + 1, paper)));
  const refused = stops.filter(({ report }) => !report.accepted).length;
  paper.print(
    `${stops.length - refused} accepted, ${refused} refused. Every verdict was computed from the evidence, nothing was declared.\n`,
  );
  paper.print(
    paint(
      paper,
      "dim",
      "Next: bin/tusk harness-join-check --input conformance/turns/full/golden/issue-updated.json --checks\n",
    ),
  );
}

function stopText({ title, story, report }: TourStop, number: number, paper: Paper): string {
  const mark = report.accepted ? paint(paper, "green", "accepted") : paint(paper, "red", "refused ");
  const head = `${String(number).padStart(2)}  ${mark}  ${paint(paper, "bold", title)}\n    ${story}\n`;
  const why = report.checks.map((row) => (row.outcome === "tripped" ? trippedText(row, paper) : "")).join("");
  const proof = report.accepted
    ? `    ${paint(paper, "cyan", report.evidenceDigest ?? report.normalized.digests.joinSetDigest)}\n`
    : why.replace(/^/gm, "  ").trimEnd() + "\n";
  return `${head}${proof}\n`;
}
