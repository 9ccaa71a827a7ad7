import type { TransportCheckData, TransportDispatchData } from "#host";
import type { Paper, Render } from "./paper.ts";
import { printJson } from "./print-json.ts";
import { printLines, shows } from "./shows.ts";

/** What a transport action came to. */
export const transportDispatch: Render<TransportDispatchData> = shows({
  text: (envelope) => [
    "premath transport-dispatch",
    `  Action: ${field(envelope, "action")}`,
    `  Action ID: ${field(envelope, "actionId")}`,
    `  Result: ${field(envelope, "result")}`,
    `  Semantic digest: ${field(envelope, "semanticDigest")}`,
  ],
});

/** The registry of transport actions; a typed result, so its keys keep their order (contract memory 0.3). */
export function transportCheck(report: TransportCheckData, paper: Paper): void {
  if (paper.json) printJson(report, paper);
  else printLines(checkLines(report), paper);
}

function checkLines(report: TransportCheckData): readonly string[] {
  const issues = report["issues"];
  return [
    "premath transport-check",
    `  Check kind: ${field(report, "checkKind")}`,
    `  Registry kind: ${field(report, "registryKind")}`,
    `  Profile: ${field(report, "profileId")}`,
    `  Result: ${field(report, "result")}`,
    `  Actions: ${field(report, "actionCount")}`,
    `  Issues: ${Array.isArray(issues) ? issues.length : 0}`,
    `  Semantic digest: ${field(report, "semanticDigest")}`,
  ];
}

function field(envelope: TransportDispatchData, name: string): string | number {
  const value = envelope[name];
  return typeof value === "string" || typeof value === "number" ? value : "<none>";
}
