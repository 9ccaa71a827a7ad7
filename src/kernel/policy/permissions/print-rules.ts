import type { Rule } from "./rule-set.ts";
import { wordList } from "./word-list.ts";

const TEST_OPTIONS = wordList(
  "-e -f -d -x -s -r -w -z -n -L -h -b -c -p -S -g -u -k -O -G -N -eq -ne -lt -le -gt -ge -nt -ot -ef -a -o",
);

/** Programs whose version is known without a look at the folder they run in: no wrapper that runs what a project names. */
const VERSIONED = wordList(
  "node npm deno python python3 pip pip3 ruby perl gcc g++ clang make cmake git java javac docker rg jq bash curl sqlite3 psql tusk rm",
);

/** Commands that print and touch no file: allowed in both default sets. */
export const PRINT_RULES: readonly Rule[] = [
  {
    id: "read.print",
    effect: "allow",
    why: "prints, compares or waits",
    tools: ["bash"],
    commands: [
      {
        words: [
          wordList("echo true false : pwd whoami seq tr expr sleep exit uname arch nproc uptime free lscpu locale"),
        ],
        operands: "text",
        at: "anywhere",
      },
      { words: [["id", "groups"]], operands: "text", at: "anywhere" },
      { words: ["printf"], options: { only: [] }, operands: "printf", options_first: true, at: "anywhere" },
      { words: [["which", "whereis", "type"]], operands: "text", at: "anywhere" },
      { words: ["command", ["-v", "-V"]], options: { only: [] }, operands: "text", at: "anywhere" },
      { words: [["test", "["]], options: { only: TEST_OPTIONS }, operands: "test", at: "anywhere" },
      {
        words: ["date"],
        options: {
          only: wordList("-u -R -I -I= -d:text + --utc --date:text --iso-8601 --iso-8601= --rfc-3339= --rfc-email"),
        },
        max_operands: 0,
        at: "anywhere",
      },
      { words: ["hostname"], options: { only: [] }, max_operands: 0, at: "anywhere" },
      { words: ["ps", ["aux", "-ef", "-e", "-A"]], options: { only: [] }, max_operands: 0, at: "anywhere" },
    ],
    match: [
      "printf '%s\\n' -x",
      "[ $? -eq 0 ]",
      "echo $?",
      "NO_COLOR=1 echo a",
      'echo "rm -rf /"',
      "[ -f package.json ] && echo yes",
      "test -d src || echo no",
      "command -v node",
      "date -u +%s",
    ],
    not_match: [
      "printf 'xx%n' PATH",
      "printf '%(%F)T'",
      "test -- -a -v 'a[$(id)]'",
      "test 'a[$(id)]' -eq 1",
      "PATH=. echo a",
      "printf -v PATH x",
      "test -v 'a[$(id)]'",
      "date -s tomorrow",
      "date 01010000",
      "hostname evil",
      "echo $(id)",
      "echo x > file",
      'echo "$HOME"',
    ],
  },
  {
    id: "read.versions",
    effect: "allow",
    why: "prints a version",
    tools: ["bash"],
    commands: [
      { words: [VERSIONED, "--version"], options: { only: [] }, max_operands: 0 },
      { words: [wordList("node npm git docker ruby perl"), "-v"], options: { only: [] }, max_operands: 0 },
      { words: [["python", "python3"], "-V"], options: { only: [] }, max_operands: 0 },
      { words: [["java", "javac"], "-version"], options: { only: [] }, max_operands: 0 },
      { words: [["git", "openssl"], "version"], options: { only: [] }, max_operands: 0 },
    ],
    match: ["node --version", "git version"],
    not_match: [
      "node -e 1",
      "node script.js --version",
      "./node --version",
      "npm install",
      "npm ls",
      "yarn --version",
      "cargo --version",
      "go version",
      "mvn --version",
    ],
  },
];
