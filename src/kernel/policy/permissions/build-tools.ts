/** A tool and the options it may have, as an `only` list writes them. */
export interface BuildTool {
  readonly words: readonly (string | readonly string[])[];
  readonly options: string;
  readonly most?: number;
}

/** Tools that check or test what they are given. Their readers take bundled letters in ways of their own: a letter with a value stands last. What loads a file from elsewhere, writes a report, sends anything or opens a window is not in the lists. */
export const NODE_TOOLS: readonly BuildTool[] = [
  { words: ["vitest"], options: "--version -v --run --coverage --bail= --silent --no-color", most: 0 },
  {
    words: ["jest"],
    options:
      "-t>text -i -u -b --testNamePattern:text --testPathPattern: --runInBand --coverage --silent --verbose --ci --bail --bail= --updateSnapshot --watchAll=text --passWithNoTests --findRelatedTests --onlyChanged --maxWorkers= --no-cache --no-coverage --listTests --version",
  },
  {
    words: ["mocha"],
    options: "-g>text -f>text -b -t> -R> --grep:text --bail --timeout: --reporter: --recursive --exit --version",
  },
  { words: ["ava"], options: "-v -m>text --match:text --verbose --serial --fail-fast --version" },
  {
    words: ["eslint"],
    options:
      "-c> --config: --ext: --fix --fix-dry-run --quiet --cache --max-warnings: --no-eslintrc --report-unused-disable-directives --color --no-color --version -v",
  },
  {
    words: ["prettier"],
    options: "-c -w -l --check --write --list-different --ignore-unknown --log-level: --config: --version",
  },
  { words: ["oxlint"], options: "-c> -D> -A> -W> --fix --quiet --deny-warnings --type-aware --version" },
  { words: ["oxfmt"], options: "--check --write --version" },
  { words: ["stylelint"], options: "--fix --quiet --allow-empty-input --version" },
  {
    words: ["tsc"],
    options:
      "-p> -b -w --project: --build --noEmit --pretty --strict --skipLibCheck --listFiles --showConfig --incremental --version -v",
  },
  {
    words: ["vitest", ["run", "related", "list"]],
    options:
      "-t>text -u --testNamePattern:text --coverage --bail= --silent --no-color --reporter= --reporter: --project: --run --no-file-parallelism --passWithNoTests --typecheck",
  },
  {
    words: ["biome", ["check", "lint", "format", "ci"]],
    options: "--write --fix --unsafe --changed --staged --max-diagnostics= --no-errors-on-unmatched",
  },
];

/** The same for Python, also as `python -m`. */
export const PYTHON_TOOLS: readonly BuildTool[] = [
  {
    words: ["pytest"],
    options:
      "-v -q -s -x -l -k:text -m:text -n: -r= --verbose --quiet --tb= --lf --ff --last-failed --failed-first --maxfail= --durations= --cov --cov= --no-cov --no-header --co --collect-only --exitfirst --strict-markers --version",
  },
  {
    words: ["mypy"],
    options: "--strict --ignore-missing-imports --no-error-summary --pretty --show-error-codes --version",
  },
  { words: ["black"], options: "-q -v --check --diff --quiet --color -l: --line-length= --version" },
  {
    words: ["flake8"],
    options: "--max-line-length= --select= --ignore= --extend-ignore= --exclude=text --count --statistics --version",
  },
  { words: ["isort"], options: "-c --check --check-only --diff -q --profile= --version" },
  { words: ["pyright"], options: "--version --stats --warnings --verbose" },
  { words: ["unittest"], options: "-v -q -f -b -k:text --verbose --quiet --failfast" },
  {
    words: ["ruff", ["check", "format"]],
    options: "--fix --diff --check -q --quiet --select: --ignore: --no-cache --statistics -n -v",
  },
];

const CARGO =
  "-p: -j: -q -v -r -F: --package: --release --all --workspace --lib --bins --tests --bin= --test: --all-targets --all-features --no-default-features --features: --no-run --no-fail-fast --offline --locked --frozen --quiet --verbose --doc --no-deps --format-version: --depth: --message-format= --check --exclude:";

/** The same for Rust. */
export const RUST_TOOLS: readonly BuildTool[] = [
  { words: ["cargo", ["test", "build", "check", "clippy", "fmt", "bench", "tree", "metadata", "doc"]], options: CARGO },
  { words: ["cargo", "nextest", ["run", "list"]], options: CARGO },
];
