import { wordList } from "./word-list.ts";

/** Options of commands that show history: none of them writes a file or runs a program. Where git takes no separate word (`-U`), neither is one taken here. */
export const HISTORY_OPTIONS: readonly string[] = wordList(
  "-# -n: -p -u -s -i -E -F -w -b -z -a -R -q -M -M= -C -C= -B -B= -D -W -U -U= -S:text -G:text -L: -m -c --oneline --graph --all --stat --stat= --numstat --shortstat --dirstat --dirstat= --summary --name-only --name-status --patch --no-patch --reverse --merges --no-merges --first-parent --follow --decorate --decorate= --no-decorate --abbrev-commit --no-abbrev-commit --abbrev= --format=format --pretty --pretty=format --date=text --date:text --since=text --until=text --after=text --before=text --since:text --until:text --author=text --author:text --committer=text --grep=text --grep:text --all-match --invert-grep --max-count= --max-count: --skip= --ancestry-path --ancestry-path= --topo-order --date-order --author-date-order --full-history --simplify-by-decoration --source --no-walk --left-right --left-only --right-only --cherry-pick --cherry-mark --cherry --boundary --tags --tags= --branches --branches= --remotes --remotes= --glob= --exclude=text --not --find-object= --find-object: --pickaxe-all --pickaxe-regex --cached --staged --merge-base --unified= --color --color= --no-color --word-diff --word-diff= --color-words --diff-filter= --exit-code --quiet --check --no-ext-diff --no-textconv --raw --full-index --binary --no-renames --find-renames --find-renames= --find-copies --minimal --patience --histogram --diff-algorithm= --ignore-all-space --ignore-space-change --ignore-blank-lines --ignore-space-at-eol --ignore-cr-at-eol --function-context --inter-hunk-context= --relative --relative= --text --no-prefix --src-prefix=text --dst-prefix=text --compact-summary --cc --parents --children --count --full-diff --no-notes --no-mailmap --root --combined-all-paths --walk-reflogs -g --remove-empty --dense --sparse --no-stat --objects --no-color-moved --creation-factor= -t -r",
);

/** Those that take no word of their own: behind `git reflog` a word is a subcommand, behind `range-diff` a range. */
export const ATTACHED_OPTIONS: readonly string[] = HISTORY_OPTIONS.filter((option) => !option.includes(":"));

export const STATUS_OPTIONS: readonly string[] = wordList(
  "-s -b -u -u= -z -v --short --branch --porcelain --porcelain= --untracked-files --untracked-files= --ignored --ignored= --long --verbose --show-stash --ahead-behind --no-ahead-behind --renames --no-renames --column --no-column",
);

export const LISTING_OPTIONS: readonly string[] = wordList(
  "-r -d -t -l -z -c -m -o -s -u -k -v --name-only --name-status --full-tree --full-name --abbrev --abbrev= --long --cached --deleted --modified --others --ignored --stage --unmerged --killed --exclude-standard --error-unmatch --directory --eol --heads --tags --verify --hash --hash= --quiet -q --dereference --count= --sort= --format=format --contains: --merged: --points-at: --all --always --dirty --match=text --exact-match --first-parent --is-ancestor --octopus --fork-point",
);

export const GREP_OPTIONS: readonly string[] = wordList(
  "-n -i -l -L -w -E -F -G -P -c -h -H -I -a -v -o -q -z -p -W -# -A: -B: -C: -m: -e:text --cached --untracked --line-number --ignore-case --files-with-matches --name-only --word-regexp --count --color --color= --no-color --break --heading --and --or --not --all-match --max-depth: --column --show-function --function-context --fixed-strings --extended-regexp --perl-regexp",
);

export const BLAME_OPTIONS: readonly string[] = wordList(
  "-L: -w -M -M= -C -C= -e -l -s -t -f -n -p -c -b --porcelain --line-porcelain --date=text --since=text --root --show-name --show-number --show-email --reverse --first-parent --color-lines --color-by-age",
);

export const REV_PARSE_OPTIONS: readonly string[] = wordList(
  "-q --abbrev-ref --abbrev-ref= --short --short= --verify --quiet --show-toplevel --show-prefix --show-cdup --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --symbolic --symbolic-full-name --all --branches --tags --remotes --git-path: --show-superproject-working-tree --revs-only --no-revs",
);

/** Settings that hold no secret. */
export const PLAIN_SETTINGS: readonly string[] = wordList(
  "user.name user.email user.signingkey init.defaultBranch init.defaultbranch core.bare core.editor core.pager core.autocrlf core.eol core.filemode core.ignorecase core.hooksPath core.hookspath core.excludesFile core.excludesfile core.worktree core.symlinks core.fsmonitor core.sshCommand core.sshcommand remote.origin.url remote.upstream.url branch.main.remote branch.main.merge branch.master.remote branch.master.merge pull.rebase push.default",
);
