// Writes the generated parts of docs/troubleshooting.md: every class of refusal, category, code and what to do about it.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  AGENT_ERRORS,
  type AgentErrorKind,
  FAIL_CLASSES,
  FAIL_CLOSED,
  TOOL_FAILURES,
  type ToolFailureCode,
} from "#kernel";
import { AGENT_REMEDIES } from "./troubleshooting/agent-errors.ts";
import { MODEL_ERRORS } from "./troubleshooting/model-errors.ts";
import { TOOL_REMEDIES } from "./troubleshooting/tool-failures.ts";

const page = fileURLToPath(new URL("../docs/troubleshooting.md", import.meta.url));

const HEAD = ["what", "means", "what was kept", "what to do"];

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function agentTable(): string {
  const rows = Object.entries(AGENT_REMEDIES).map(([kind, { kept, remedy }]) => {
    // The keys are those of the kernel's table: the type of the remedies says so.
    return [`\`${kind}\``, AGENT_ERRORS[kind as AgentErrorKind].means, kept, remedy];
  });
  return table(HEAD, rows);
}

function modelTable(): string {
  return table(
    HEAD,
    Object.entries(MODEL_ERRORS).map(([code, { means, kept, remedy }]) => [`\`${code}\``, means, kept, remedy]),
  );
}

function toolTable(): string {
  const rows = Object.entries(TOOL_REMEDIES).map(([code, { kept, remedy }]) => {
    const { means, retryable } = TOOL_FAILURES[code as ToolFailureCode];
    return [`\`${code}\``, means, retryable ? "yes" : "no", kept, remedy];
  });
  return table(["what", "means", "the same call may be tried again", "what was kept", "what to do"], rows);
}

function classTable(): string {
  const rows = FAIL_CLASSES.map((failClass) => {
    const { means, remedy, full } = FAIL_CLOSED[failClass];
    const answers = [...new Set(full.map(({ answer }) => answer))].sort();
    return [`\`${failClass}\``, means, answers.join(" or "), remedy];
  });
  return table(["class", "means", "answer", "what to do"], rows);
}

/** The page with its tables made anew; a test holds the committed page against it. */
export function troubleshootingPage(text: string): string {
  const parts = { ends: agentTable(), models: modelTable(), tools: toolTable(), classes: classTable() };
  return Object.entries(parts).reduce((whole, [name, rows]) => {
    const part = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
    return whole.replace(part, (_, open: string, close: string) => `${open}\n${rows}\n\n${close}`);
  }, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(page, troubleshootingPage(readFileSync(page, "utf8")));
