import type { ConformanceData } from "#host";
import { harmless, paint, type Paper } from "./paper.ts";
import { printJson } from "./print-json.ts";

/** Failures that are shown of one suite. */
const SHOWN = 10;

/** One line a suite, and every case that came out otherwise than expected. */
export function render({ suites }: ConformanceData, paper: Paper): void {
  if (paper.json) {
    printJson({ suites }, paper);
    return;
  }
  for (const { suite, passed, failures } of suites) {
    const verdict = failures.length === 0 ? paint(paper, "green", "ok  ") : paint(paper, "red", "FAIL");
    paper.print(`${verdict} ${suite}: ${passed} passed, ${failures.length} failed\n`);
    for (const { path, why } of failures.slice(0, SHOWN)) paper.print(`     ${path}: ${harmless(why)}\n`);
    if (failures.length > SHOWN) paper.print(`     and ${failures.length - SHOWN} more; --json lists them all\n`);
  }
}
