import { ToolFailed } from "#ports";

/** What ripgrep said of a pattern in one sentence: its `error:` line, or its first. The pattern itself is not shown again. */
export function patternFailure(stderr: string): ToolFailed {
  const lines = stderr.split("\n").map((line) => line.trim());
  const named = lines.find((line) => line.startsWith("error: "))?.slice("error: ".length);
  const first = lines[0]?.replace(/^rg: /, "");
  return new ToolFailed("InvalidInput", `pattern: ${named ?? first ?? "ripgrep refused it"}`);
}
