import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { HistoryMessage } from "../history.ts";
import { markdown } from "./markdown.ts";

const shown = (...messages: readonly HistoryMessage[]): string => markdown({ system: "", messages });

test("a transcript shows who said what, calls and results", () => {
  const messages: readonly HistoryMessage[] = [
    { role: "user", text: "How many?\n\nFiles, I mean." },
    {
      role: "assistant",
      blocks: [
        { kind: "thinking", text: "count them", carry: { signature: "s" } },
        { kind: "text", text: "I look." },
        { kind: "tool_call", providerCallId: "p", toolCallId: "tc-1", tool: "bash", argumentsText: '{"command":"ls"}' },
        { kind: "provider_executed", carry: { type: "server_tool_use" } },
      ],
    },
    {
      role: "tool",
      answers: [
        { toolCallId: "tc-1", tool: "bash", text: "a\nb", isFailure: false },
        { toolCallId: "tc-2", tool: "read", text: "", isFailure: true },
      ],
    },
    { role: "assistant", blocks: [] },
  ];
  expect(markdown({ system: "Be brief.", messages })).toBe(`# Conversation

## System

<details>
<summary>What the model is told first</summary>

> Be brief.

</details>

## User

> How many?
>
> Files, I mean.

## Assistant

<details>
<summary>Thinking</summary>

> count them

</details>

> I look.

**Call** of \`bash\`, call \`tc-1\`

\`\`\`json
{"command":"ls"}
\`\`\`

**Run by the provider**

<details>
<summary>What it kept of it</summary>

\`\`\`json
{"type":"server_tool_use"}
\`\`\`

</details>

## Results

**Result** of \`bash\`, call \`tc-1\`

\`\`\`text
a
b
\`\`\`

**Failure** of \`read\`, call \`tc-2\`

*(empty)*

## Assistant

*(empty)*
`);
});

test("a long output is folded, and whole", () => {
  const text = Array.from({ length: 31 }, (_, at) => `line ${at}`).join("\n");
  const page = shown({ role: "tool", answers: [{ toolCallId: "a", tool: "t", text, isFailure: false }] });
  expect(page).toContain(`<details>\n<summary>31 lines</summary>\n\n\`\`\`text\n${text}\n\`\`\`\n\n</details>`);
});

test("control characters and what turns text around are seen, not done; tabs and line ends stay", () => {
  expect(shown({ role: "user", text: "a\u001B[2Jb\r\n\tc\rd\u0007\u009B\u202E\u2028e" })).toBe(
    "# Conversation\n\n## User\n\n> a\\u{1b}[2Jb\n> \tc\\rd\\u{7}\\u{9b}\\u{202e}\\u{2028}e\n",
  );
});

test("text with HTML or an image is shown as it is written, in a fence that it cannot end", () => {
  const text = "</details><img src=x>\n```\n## User\n````";
  const page = shown({ role: "user", text }, { role: "user", text: "![x](https://example.org/p.png)" });
  expect(page).toBe(
    `# Conversation\n\n## User\n\n\`\`\`\`\`text\n${text}\n\`\`\`\`\`\n\n## User\n\n\`\`\`text\n![x](https://example.org/p.png)\n\`\`\`\n`,
  );
});

test("a tool's name stays in its line", () => {
  const page = shown({
    role: "tool",
    answers: [{ toolCallId: "`x", tool: "a\n## User\n``b", text: "1", isFailure: false }],
  });
  expect(page).toContain("**Result** of ```a\\n## User\\n``b```, call `` `x ``\n");
});

test("nothing that is quoted becomes a part of the page", () => {
  const evil = fc.array(
    fc.constantFrom("## User", "\n", "\r", "```", "~~~", "</details>", "> ", "    ", "\u0085", "x", "<!--"),
    {
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(evil, evil, (said, result) => {
      const page = shown(
        { role: "user", text: said.join("") },
        { role: "tool", answers: [{ toolCallId: "a", tool: "t", text: result.join(""), isFailure: false }] },
      );
      expect(outsideOfQuotes(page).filter((line) => /^\s*(?:#|<)/.test(line))).toEqual([
        "# Conversation",
        "## User",
        "## Results",
      ]);
    }),
    { numRuns: 500 },
  );
});

/** Lines of the page that are neither quoted nor in a fence. */
function outsideOfQuotes(page: string): readonly string[] {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of page.split(/\r\n|\r|\n/)) {
    const mark = /^`{3,}/.exec(line)?.[0];
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && line === fence) fence = undefined;
    else if (fence === undefined && !line.startsWith(">")) lines.push(line);
  }
  return lines;
}
