import type { Rule } from "./rule-set.ts";
import { wordList } from "./word-list.ts";

const SCRIPTS = wordList(
  "test tests test:unit test:integration test:ci test:all build compile lint lint:full lint:check check checks typecheck type-check types tsc fmt format format:check fmt:check unit verify",
);
const TEST_PROGRAMS = wordList("vitest jest mocha ava eslint prettier oxlint oxfmt biome stylelint");

/** Building and testing in the workspace: it runs the project's own code, and the sandbox is the wall around it. */
export const BUILD_RULES: readonly Rule[] = [
  {
    id: "build.run",
    effect: "allow",
    why: "builds, tests or checks the project in the sandbox",
    tools: ["bash"],
    commands: [
      {
        words: [
          ["npm", "pnpm", "yarn", "bun"],
          ["test", "t"],
        ],
        options: { only: wordList("--silent -s --if-present") },
        operands: "changes",
      },
      {
        words: [["npm", "pnpm", "yarn", "bun"], "run", SCRIPTS],
        options: { only: wordList("--silent -s --if-present") },
        operands: "changes",
      },
      { words: [["pnpm", "yarn"], SCRIPTS], options: { only: ["--silent"] }, operands: "changes" },
      { words: ["mise", ["run", "r"], SCRIPTS], options: { only: wordList("-v -q -run:") }, operands: "changes" },
      { words: [TEST_PROGRAMS], options: { never: wordList("--basetemp --eval -e") }, operands: "changes" },
      {
        words: ["npx", TEST_PROGRAMS],
        options: { never: wordList("--basetemp --eval -e -y --yes -p --package -c --call") },
        operands: "changes",
      },
      { words: ["tsc"], options: { never: wordList("--outFile --outDir --declarationDir") }, operands: "changes" },
      {
        words: ["npx", "tsc"],
        options: { never: wordList("--outFile --outDir --declarationDir") },
        operands: "changes",
      },
      {
        words: [["pytest", "ruff", "mypy", "black", "flake8", "isort", "pyright"]],
        options: { never: wordList("--basetemp -c -p -o --rootdir") },
        operands: "changes",
      },
      {
        words: [["python", "python3"], "-m", ["pytest", "unittest", "mypy", "ruff", "black"]],
        options: { never: wordList("--basetemp -c -p -o --rootdir") },
        operands: "changes",
      },
      {
        words: ["go", ["test", "build", "vet", "fmt", "list", "doc"]],
        options: {
          only: wordList(
            "-v -run: -count= -race -tags: -tags= -timeout: -timeout= -short -cover -bench: -bench= -benchmem -benchtime= -failfast -p: -p= -parallel: -json -shuffle= -mod= -x -n -a -c -trimpath -list: -skip: -run= -all -u -src -m -f:",
          ),
        },
        operands: "changes",
      },
      {
        words: [["golangci-lint"], "run"],
        options: { never: wordList("-c --config --cpu-profile-path --mem-profile-path --trace-path") },
        operands: "changes",
      },
      { words: ["gofmt"], options: { only: wordList("-l -w -d -e -s") }, operands: "changes" },
      {
        words: ["cargo", ["test", "build", "check", "clippy", "fmt", "bench", "tree", "metadata", "doc", "nextest"]],
        options: { never: wordList("--config -Z --manifest-path --target-dir --artifact-dir --out-dir") },
        operands: "changes",
      },
      { words: ["make"], options: { only: wordList("-j -j= -k -s -B --silent --keep-going") }, max_operands: 0 },
      {
        words: ["make", wordList("test tests check build lint all fmt format unit compile typecheck")],
        options: { only: wordList("-j -j= -k -s -B --silent --keep-going") },
        max_operands: 0,
      },
      {
        words: ["ctest"],
        options: { only: wordList("-V -VV -j: -R: -E: --output-on-failure --test-dir:") },
        max_operands: 0,
      },
      {
        words: ["cmake", "--build"],
        options: { only: wordList("-j -j= --parallel --parallel= --target: --config:") },
        operands: "changes",
      },
      {
        words: [
          ["mvn", "gradle"],
          ["test", "compile", "check", "build"],
        ],
        options: { only: wordList("-q --quiet --offline -o") },
        max_operands: 0,
      },
      {
        words: ["dotnet", ["test", "build"]],
        options: { only: wordList("--no-restore --no-build -v: --verbosity: -c: --configuration:") },
        operands: "changes",
      },
    ],
    match: [
      "npm test",
      "npm run lint 2>&1 | tail -5",
      "npx tsc --noEmit",
      "cd src && cargo build && cargo test",
      "go test ./cmd/... -run 'TestA|TestB' -v -count=1 2>&1",
      "make test -j4",
      "timeout 60 npm test",
    ],
    not_match: [
      "npm install",
      "npm run deploy",
      "npm publish",
      "npm test --script-shell=x",
      "npx cowsay",
      "go test -exec 'rm -rf' ./...",
      "go test --exec=x ./...",
      "go build -toolexec=x ./...",
      "go build -o /tmp/x ./...",
      "go run .",
      "cargo run",
      "cargo publish",
      "cargo build --config x",
      "make -f evil.mk",
      "make test CC=evil",
      "make deploy",
      "make clean",
      "pytest --basetemp=src",
      "cd /tmp/x && npm test",
      "npx eslint --output-file=.git/hooks/x src",
      "npx eslint -o .git/hooks/x src",
    ],
  },
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
        options: { only: wordList("-r -R -a -p -v -n -i -u --recursive --archive --no-clobber --verbose") },
        operands: "changes",
      },
      { words: ["mv"], options: { only: wordList("-n -i -v --no-clobber --verbose") }, operands: "changes" },
    ],
    match: ["mkdir -p src/new && touch src/new/a.ts", "cp a.ts b.ts", "mv src/a.ts src/b.ts"],
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
      "cp -t /etc a",
      "mkdir /srv/x",
      "rm a",
    ],
  },
];
