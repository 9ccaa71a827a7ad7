import { type BuildTool, NODE_TOOLS, PYTHON_TOOLS, RUST_TOOLS } from "./build-tools.ts";
import type { CommandPattern, Rule } from "./rule-set.ts";
import { wordList } from "./word-list.ts";

const SCRIPTS = wordList(
  "test tests test:unit test:integration test:ci test:all build compile lint lint:full lint:check check checks typecheck type-check types tsc fmt format format:check fmt:check unit verify",
);
const PACKAGE_RUNNERS = wordList("npm pnpm yarn bun");

/** What scripts are told behind `--`: options of test runners and linters that write no report and load no file. */
const SCRIPT_OPTIONS = wordList(
  "--silent -s --if-present -- -t>text -u -i --coverage --run --bail --bail= --verbose --reporter= --grep:text --testNamePattern:text --testPathPattern: --runInBand --fix --check --watch=text --watchAll=text --no-coverage --passWithNoTests",
);

const MAKE_OPTIONS = wordList("-j -j= -k -s -B --silent --keep-going");

function patternsOf(tools: readonly BuildTool[], start: CommandPattern["words"] = []): readonly CommandPattern[] {
  return tools.map(({ words, options, most }) => ({
    words: [...start, ...words],
    options: { only: wordList(options) },
    operands: "changes",
    ...(most === undefined ? {} : { max_operands: most }),
  }));
}

/** Building and testing in the workspace: it runs the project's own code, and the sandbox is the wall around it. */
export const BUILD_RULES: readonly Rule[] = [
  {
    id: "build.run",
    effect: "allow",
    why: "builds, tests or checks the project in the sandbox",
    tools: ["bash"],
    commands: [
      { words: [PACKAGE_RUNNERS, ["test", "t"]], options: { only: SCRIPT_OPTIONS }, operands: "changes" },
      { words: [PACKAGE_RUNNERS, "run", SCRIPTS], options: { only: SCRIPT_OPTIONS }, operands: "changes" },
      { words: [["pnpm", "yarn"], SCRIPTS], options: { only: SCRIPT_OPTIONS }, operands: "changes" },
      { words: ["mise", ["run", "r"], SCRIPTS], options: { only: wordList("-v -q") }, max_operands: 0 },
      ...patternsOf([...NODE_TOOLS, ...PYTHON_TOOLS, ...RUST_TOOLS]),
      ...patternsOf(NODE_TOOLS, ["npx"]),
      ...patternsOf(PYTHON_TOOLS, [["python", "python3"], "-m"]),
      {
        words: ["go", ["test", "build", "vet", "fmt", "list", "doc"]],
        options: {
          only: wordList(
            "-v -run:text -count: -race -tags: -timeout: -short -cover -bench:text -benchmem -benchtime: -failfast -p: -parallel: -json -shuffle: -x -n -a -trimpath -list:text -skip:text -all -src -m -f:text",
          ),
        },
        operands: "changes",
      },
      {
        words: ["golangci-lint", "run"],
        options: { only: wordList("-v --fix --fast --timeout: -E: -D:") },
        operands: "changes",
      },
      { words: ["gofmt"], options: { only: wordList("-l -w -d -e -s") }, operands: "changes" },
      { words: ["make"], options: { only: MAKE_OPTIONS }, max_operands: 0 },
      {
        words: ["make", wordList("test tests check build lint all fmt format unit compile typecheck")],
        options: { only: MAKE_OPTIONS },
        max_operands: 0,
      },
      {
        words: ["ctest"],
        options: { only: wordList("-V -j: -R:text -E:text --output-on-failure --test-dir:") },
        operands: "changes",
        max_operands: 0,
      },
      {
        words: ["cmake", "--build"],
        options: { only: wordList("-j -j= --parallel --parallel= --config: -v --verbose") },
        operands: "changes",
        max_operands: 1,
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
      {
        words: [wordList("pnpm yarn bun cargo rustc mvn gradle"), "--version"],
        options: { only: [] },
        max_operands: 0,
      },
      { words: ["go", "version"], options: { only: [] }, max_operands: 0 },
      {
        words: ["npm", ["ls", "list"]],
        options: { only: wordList("--depth: --all -a --json --long -l --prod --dev") },
        operands: "text",
      },
    ],
    match: [
      "npm test",
      "npm run lint 2>&1 | tail -5",
      "npx tsc --noEmit",
      "cd src && cargo build && cargo test",
      "go test ./cmd/... -run 'TestA|TestB' -v -count=1 2>&1",
      "make test -j4",
      "npx vitest run src/a.test.ts",
      "pytest -q tests -k name",
      "npm test -- --coverage",
      "cargo --version",
      "npm ls --depth=0",
      "timeout 60 npm test",
    ],
    not_match: [
      "npx vitest init browser",
      "vitest --ui",
      "jest --init",
      'jest --config \'{"globalSetup":"/tmp/evil.js"}\'',
      "mocha -br/tmp/x.js",
      "mocha -bRr/tmp/x.js",
      "mocha -g -r/tmp/x.js",
      "biome upgrade",
      "ruff server",
      "tsc @args.txt",
      "pytest --pastebin=all",
      "pytest @args.txt",
      "mypy --install-types",
      "go test -mod=mod ./...",
      "go test -fuzz x",
      "cargo nextest self update",
      "cargo doc --open",
      "ctest --test-dir /tmp/evil",
      "cmake --build build --target install",
      "cmake --build build -- install",
      "npm run build -- --outDir=/tmp/x",
      "npm run build -- --outDir .",
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
];
