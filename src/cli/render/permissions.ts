import type { PermissionsCheckData, PermissionsLintData } from "#host";
import type { PermissionEffect } from "#kernel";
import { printExactJson } from "./exact-json.ts";
import { paint, type Paper, type Style } from "./paper.ts";
import { printLines } from "./shows.ts";

const STYLES: Readonly<Record<PermissionEffect, Style>> = { allow: "green", ask: "yellow", deny: "red" };

/** A decision, and what was said of every part of the call. */
export function permissionsCheck(data: PermissionsCheckData, paper: Paper): void {
  if (paper.json) return printExactJson(data, paper);
  const { effect, ruleId, ruleSet, reasons } = data;
  paper.print(`${paint(paper, STYLES[effect], effect)} by ${ruleId} of ${ruleSet}\n`);
  printLines(
    reasons.map((reason) => `  ${reason.effect.padEnd(5)}  ${reason.part}: ${reason.why} (${reason.ruleId})`),
    paper,
  );
}

/** Whether a rule file holds, and everything that is wrong with it. */
export function permissionsLint(data: PermissionsLintData, paper: Paper): void {
  if (paper.json) return printExactJson(data, paper);
  const { valid, ruleSet, problems } = data;
  paper.print(`${paint(paper, valid ? "green" : "red", valid ? "valid" : "not valid")}\n`);
  if (ruleSet !== undefined) {
    const { id, rules, examples, digest } = ruleSet;
    printLines([`  ${id}: ${rules} rules, ${examples} examples hold`, `  ${digest}`], paper);
  }
  printLines(
    problems.map((problem) => `  ${problem}`),
    paper,
  );
}
