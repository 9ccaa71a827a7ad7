import type { Rule } from "./rule-set.ts";
import { wordList } from "./word-list.ts";

/** Options of commands that show history: none of them writes a file or runs a program. */
const HISTORY_OPTIONS = wordList(
  "-# -n: -p -u -s -i -E -F -w -b -z -a -R -q -M -M= -C -C= -B -D -W -U= -U: -S: -G: -L: -m -c --oneline --graph --all --stat --stat= --numstat --shortstat --dirstat --dirstat= --summary --name-only --name-status --patch --no-patch --reverse --merges --no-merges --first-parent --follow --decorate --decorate= --no-decorate --abbrev-commit --no-abbrev-commit --abbrev= --format= --pretty --pretty= --date= --date: --since= --until= --after= --before= --since: --until: --author= --author: --committer= --grep= --grep: --all-match --invert-grep --max-count= --max-count: --skip= --ancestry-path --ancestry-path= --topo-order --date-order --author-date-order --full-history --simplify-by-decoration --source --no-walk --left-right --left-only --right-only --cherry-pick --cherry-mark --cherry --boundary --tags --tags= --branches --branches= --remotes --remotes= --glob= --exclude= --not --find-object= --find-object: --pickaxe-all --pickaxe-regex --cached --staged --merge-base --unified= --color --color= --no-color --word-diff --word-diff= --color-words --diff-filter= --exit-code --quiet --check --no-ext-diff --no-textconv --raw --full-index --binary --no-renames --find-renames --find-renames= --find-copies --minimal --patience --histogram --diff-algorithm= --ignore-all-space --ignore-space-change --ignore-blank-lines --ignore-space-at-eol --ignore-cr-at-eol --function-context --inter-hunk-context= --relative --relative= --text --no-prefix --src-prefix= --dst-prefix= --compact-summary --cc --parents --children --count --full-diff --no-notes --no-mailmap --root --combined-all-paths --no-pager --walk-reflogs -g --remove-empty --dense --sparse",
);

const STATUS_OPTIONS = wordList(
  "-s -b -u -u= -z -v --short --branch --porcelain --porcelain= --untracked-files --untracked-files= --ignored --ignored= --long --verbose --show-stash --ahead-behind --no-ahead-behind --renames --no-renames --column --no-column",
);

const LISTING_OPTIONS = wordList(
  "-r -d -t -l -z -c -m -o -s -u -k -v --name-only --name-status --full-tree --full-name --abbrev --abbrev= --long --cached --deleted --modified --others --ignored --stage --unmerged --killed --exclude-standard --error-unmatch --directory --eol --heads --tags --verify --hash --hash= --quiet -q --dereference --count= --sort= --format= --contains: --merged: --points-at: --all --always --dirty --long --abbrev= --match= --exact-match --first-parent --is-ancestor --octopus --fork-point",
);

const GREP_OPTIONS = wordList(
  "-n -i -l -L -w -E -F -G -P -c -h -H -I -a -v -o -q -z -p -W -# -A: -B: -C: -m: -e: --cached --untracked --line-number --ignore-case --files-with-matches --name-only --word-regexp --count --color --color= --no-color --break --heading --and --or --not --all-match --max-depth: --column --show-function --function-context --fixed-strings --extended-regexp --perl-regexp",
);

/** git as far as it only shows: in the root of the workspace, since elsewhere another repository's settings would run programs. */
export const GIT_RULES: readonly Rule[] = [
  {
    id: "git.show",
    effect: "allow",
    why: "shows the state or the history of the repository",
    tools: ["bash"],
    commands: [
      { words: ["git", "status"], options: { only: STATUS_OPTIONS }, at: "root" },
      {
        words: [
          "git",
          ["diff", "log", "show", "shortlog", "rev-list", "diff-tree", "diff-index", "diff-files", "whatchanged"],
        ],
        options: { only: HISTORY_OPTIONS },
        at: "root",
      },
      {
        words: ["git", ["blame", "annotate"]],
        options: {
          only: wordList(
            "-L: -w -M -M= -C -C= -e -l -s -t -f -n -p -c -b --porcelain --line-porcelain --date= --since= --root --show-name --show-number --show-email --reverse --first-parent --color-lines --color-by-age",
          ),
        },
        at: "root",
      },
      {
        words: [
          "git",
          [
            "ls-files",
            "ls-tree",
            "show-ref",
            "for-each-ref",
            "describe",
            "name-rev",
            "merge-base",
            "check-ignore",
            "count-objects",
            "cherry",
          ],
        ],
        options: { only: LISTING_OPTIONS },
        at: "root",
      },
      { words: ["git", "rev-parse"], at: "root" },
      { words: ["git", "cat-file"], options: { only: wordList("-p -t -s -e") }, at: "root" },
      { words: ["git", "grep"], options: { only: GREP_OPTIONS }, operands: "pattern", instead: ["-e"], at: "root" },
      {
        words: ["git", "branch"],
        options: {
          only: wordList(
            "-a -r -v -l --list --all --remotes --show-current --verbose --no-color --color --color= --sort= --format= --contains: --no-contains: --merged: --no-merged: --points-at:",
          ),
        },
        max_operands: 0,
        at: "root",
      },
      {
        words: ["git", "branch", ["--list", "-l"]],
        options: { only: wordList("-a -r -v --all --remotes --sort= --format=") },
        at: "root",
      },
      {
        words: ["git", "tag"],
        options: { only: wordList("-l --list --sort= --format= --contains: --merged: --points-at:") },
        max_operands: 0,
        at: "root",
      },
      {
        words: ["git", "tag", ["-l", "--list"]],
        options: { only: wordList("--sort= --format= -n -n=") },
        operands: "text",
        at: "root",
      },
      {
        words: ["git", "stash", "list"],
        options: { only: wordList("-p --stat --oneline --format= --date=") },
        max_operands: 0,
        at: "root",
      },
      {
        words: ["git", "stash", "show"],
        options: { only: wordList("-p --stat --patch --name-only --name-status --numstat") },
        at: "root",
      },
      { words: ["git", "remote"], options: { only: wordList("-v --verbose") }, max_operands: 0, at: "root" },
      { words: ["git", "remote", "get-url"], options: { only: wordList("--push --all") }, max_operands: 1, at: "root" },
      { words: ["git", "reflog"], options: { only: HISTORY_OPTIONS }, max_operands: 0, at: "root" },
      { words: ["git", "reflog", "show"], options: { only: HISTORY_OPTIONS }, at: "root" },
      {
        words: ["git", "worktree", "list"],
        options: { only: wordList("--porcelain -v -z") },
        max_operands: 0,
        at: "root",
      },
      {
        words: ["git", "config", ["--get", "get"]],
        options: { only: [] },
        operands: "text",
        max_operands: 1,
        at: "root",
      },
    ],
    match: [
      "git status --short --branch",
      "git diff main..HEAD --stat | tail -30",
      "git --no-pager log --oneline -10",
      "git log -p -S 'needle' -- src/a.ts",
      "git show HEAD~1:src/a.ts | head",
      "git branch -a",
      "git blame -L 1,10 src/a.ts",
      '"git" status',
    ],
    not_match: [
      "git diff --output=x",
      "git diff --outp=x",
      "git log --output x",
      "git -c core.pager=id log",
      "git --exec-path=. status",
      "git -C /other log",
      "git diff --ext-diff",
      "git diff --no-index a /etc/shadow",
      "git grep -O x",
      "git grep --open-files-in-pager=sh x",
      "git show HEAD:.env",
      "git branch -D main",
      "git branch new",
      "git tag v1",
      "git tag -l -d v1",
      "git stash drop",
      "git stash",
      "git remote add x y",
      "git remote update",
      "git reflog expire --all",
      "git worktree add x",
      "git config --get-urlmatch x y",
      "git config user.name x",
      "git ls-remote --upload-pack=id x",
      "git archive --remote=x HEAD",
      "cd sub && git status",
      "GIT_DIR=x git status",
      "git reset --hard",
      "git checkout -- .",
      "git clean -fdx",
    ],
  },
];
