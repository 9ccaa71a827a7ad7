import type { Rule } from "./rule-set.ts";
import { wordList } from "./word-list.ts";

/** Making and copying files in the workspace, by name. */
export const FILE_RULES: readonly Rule[] = [
  {
    id: "files.make",
    effect: "allow",
    why: "makes or copies named files of the workspace",
    tools: ["bash"],
    commands: [
      { words: ["mkdir"], options: { only: wordList("-p -v --parents --verbose") }, operands: "changes" },
      { words: ["touch"], options: { only: wordList("-a -c -m --no-create") }, operands: "changes" },
      {
        words: ["cp"],
        options: { only: wordList("-p -v -n -i -u --no-clobber --verbose") },
        operands: "changes",
      },
      {
        words: ["cp"],
        options: { only: wordList("-r -R -a -p -v -n -i -u --recursive --archive --no-clobber --verbose") },
        operands: "copies",
      },
      { words: ["mv"], options: { only: wordList("-n -i -v --no-clobber --verbose") }, operands: "changes" },
    ],
    match: ["cp -r src/a src/b", "mkdir -p src/new && touch src/new/a.ts", "cp a.ts b.ts", "mv src/a.ts src/b.ts"],
    not_match: [
      "mv src /dev/null",
      "cp /dev/null notes.md",
      "cp a ../b",
      "cp x .git/hooks/pre-commit",
      "mv .git old",
      "cd .claude && touch settings.json",
      "touch .mcp.json",
      "mv * elsewhere",
      "cp -f a b",
      "cp -r . x",
      "cp -r x/. .",
      "cp -t /etc a",
      "mkdir /srv/x",
      "rm a",
    ],
  },
];
