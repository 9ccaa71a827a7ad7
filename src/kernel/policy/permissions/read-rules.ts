import type { Rule } from "./rule-set.ts";
import { wordList } from "./word-list.ts";

/** Commands that read files or print, whatever their options. */
const PLAIN_READERS = wordList(
  "cat head tail ls stat nl tac rev od hexdump strings cmp comm paste cut fold expand unexpand basename dirname realpath readlink df diff column pr",
);

const GREP_OPTIONS = wordList(
  "-n -r -R -i -l -L -c -v -w -x -o -q -s -h -H -E -F -G -P -a -b -z -Z -I -U -T -y -# -A: -B: -C: -m: -e: -d: -D: --include: --exclude: --exclude-dir: --color --color= --colour= --line-number --recursive --ignore-case --files-with-matches --files-without-match --count --invert-match --word-regexp --line-regexp --only-matching --quiet --silent --no-messages --with-filename --no-filename --extended-regexp --fixed-strings --basic-regexp --perl-regexp --text --max-count: --context: --after-context: --before-context: --null --null-data --binary-files= --regexp: --line-buffered --byte-offset --initial-tab",
);

const RIPGREP_OPTIONS = wordList(
  "-n -N -i -S -s -l -c -v -w -x -o -q -h -H -F -U -P -p -a -b -u -# -A: -B: -C: -m: -e: -g: -t: -T: -d: -j: -M: -r: -0 -. -I --files --files-with-matches --files-without-match --glob: --iglob: --type: --type-not: --type-list --hidden --no-ignore --no-ignore-vcs --line-number --no-line-number --ignore-case --smart-case --case-sensitive --count --count-matches --invert-match --word-regexp --line-regexp --only-matching --quiet --no-filename --with-filename --fixed-strings --multiline --multiline-dotall --pcre2 --pretty --text --max-count: --max-depth: --max-columns: --context: --after-context: --before-context: --regexp: --replace: --json --stats --sort: --sortr: --color: --colors: --heading --no-heading --column --vimgrep --null --trim --no-messages --unrestricted --passthru --no-config --crlf --debug --version",
);

const FIND_OPTIONS = wordList(
  "-name: -iname: -path: -ipath: -wholename: -iwholename: -regex: -iregex: -regextype: -type: -xtype: -maxdepth: -mindepth: -size: -mtime: -mmin: -atime: -amin: -ctime: -cmin: -newer: -newermt: -perm: -user: -group: -links: -inum: -printf: -not -o -a -and -or -print -print0 -prune -empty -ls -depth -xdev -mount -readable -writable -executable -quit -true -false -daystart -nouser -nogroup -P",
);

const SORT_OPTIONS = wordList(
  "-n -r -u -f -b -h -V -s -z -M -g -c -C -d -i -m -k: -t: --numeric-sort --reverse --unique --key: --field-separator: --version-sort --human-numeric-sort --general-numeric-sort --ignore-case --ignore-leading-blanks --stable --check --merge --zero-terminated --month-sort --dictionary-order",
);

const JQ_OPTIONS = wordList(
  "-r -c -n -s -e -S -M -C -a -j -R --raw-output --compact-output --null-input --slurp --exit-status --sort-keys --monochrome-output --color-output --ascii-output --join-output --raw-input --tab --indent: --arg: --argjson: --stream",
);

const TEST_OPTIONS = wordList(
  "-e -f -d -x -s -r -w -z -n -L -h -b -c -p -S -g -u -k -O -G -N -eq -ne -lt -le -gt -ge -nt -ot -ef -a -o",
);

/** Commands that only look: allowed in both default sets, anywhere that may be read. */
export const READ_RULES: readonly Rule[] = [
  {
    id: "read.files",
    effect: "allow",
    why: "reads files and prints",
    tools: ["bash"],
    commands: [
      { words: [PLAIN_READERS], at: "anywhere" },
      { words: [["wc", "du"]], options: { never: ["--files0-from"] }, at: "anywhere" },
      {
        words: [wordList("md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum")],
        options: { never: ["-c", "--check"] },
        at: "anywhere",
      },
      { words: ["sort"], options: { only: SORT_OPTIONS }, at: "anywhere" },
      {
        words: ["uniq"],
        options: {
          only: wordList("-c -d -u -i -D -z -f: -s: -w: --count --repeated --unique --ignore-case --zero-terminated"),
        },
        max_operands: 1,
        at: "anywhere",
      },
      {
        words: ["tree"],
        options: {
          only: wordList(
            "-L: -a -d -I: -P: -f -h -s -p -t -r -C -n -i -u -g -D --dirsfirst --noreport --gitignore --prune --du",
          ),
        },
        at: "anywhere",
      },
      {
        words: ["file"],
        options: { only: wordList("-b -i -h -L -k --brief --mime --mime-type --mime-encoding --no-dereference") },
        at: "anywhere",
      },
      {
        words: ["xxd"],
        options: { only: wordList("-l: -s: -c: -g: -p -u -b -i -e") },
        max_operands: 1,
        at: "anywhere",
      },
      { words: ["gofmt"], options: { only: wordList("-l -e -s") }, at: "workspace" },
      { words: ["cd"], options: { only: [] }, max_operands: 1, at: "anywhere" },
    ],
    match: [
      "cat src/main.ts | head -20",
      "cd src && ls -la",
      "ls -la /usr/share/doc 2>/dev/null",
      "sort -k1,1M -t' ' a.txt | uniq -c",
      'cat "a b.txt" 2>&1 | wc -l',
      "cat src/*.ts",
    ],
    not_match: [
      "cat ~/.ssh/id_rsa",
      "cat /etc/shadow",
      "cat .env",
      "cat .e*",
      "cat ../outside",
      "cd .. && cat notes",
      "sort -o out in",
      "sort --compress-program=sh in",
      "uniq in out",
      "tree -o out",
      "wc --files0-from=list",
      "./cat x",
      "/bin/cat x",
      "cat x > y",
      "cat $x",
      "cat `which sh`",
      "X=1 cat x",
      "cat {a,.env}",
      "cat x & cat y",
      "cat /proc/self/environ",
      "cat < /etc/shadow",
    ],
  },
  {
    id: "read.search",
    effect: "allow",
    why: "searches files and prints",
    tools: ["bash"],
    commands: [
      {
        words: [["grep", "egrep", "fgrep"]],
        options: { only: GREP_OPTIONS },
        operands: "pattern",
        instead: ["-e", "--regexp"],
        at: "anywhere",
      },
      {
        words: ["rg"],
        options: { only: RIPGREP_OPTIONS },
        operands: "pattern",
        instead: ["-e", "--regexp", "--files", "--type-list"],
        at: "anywhere",
      },
      { words: ["find"], options: { only: FIND_OPTIONS }, at: "anywhere" },
      { words: ["jq"], options: { only: JQ_OPTIONS }, operands: "jq", at: "anywhere" },
      {
        words: ["sed"],
        options: { only: wordList("-n -E -r -s -u -z --quiet --silent --regexp-extended --separate --unbuffered") },
        operands: "sed",
        at: "anywhere",
      },
      { words: [["awk", "gawk", "mawk"]], options: { only: ["-F:"] }, operands: "awk", at: "anywhere" },
    ],
    match: [
      'grep -rn "func Test" src --include="*.go"',
      "rg -n 'a|b' src",
      "find . -name '*.ts' -type f -mtime -7",
      "find . \\( -name a -o -name b \\) -print",
      "jq '.a // \"none\"' x.json",
      "sed -n '10,20p' x.ts",
      "sed 's/a/b/g' x.ts",
      "ls -l | awk '{print $6, $NF}'",
    ],
    not_match: [
      "grep x /etc/shadow",
      "grep -e x .env",
      "grep -f /etc/shadow x",
      "rg --pre sh x",
      "rg --pre=sh x",
      "rg -z x",
      "rg --hostname-bin=./x --hyperlink-format=default x",
      "find . -exec rm {} \\;",
      "find . -delete",
      "find . -fprint out",
      "find . -name x -ok rm {} \\;",
      "find . -execdir sh -c id \\;",
      "find / -name '*.conf'",
      "sed -i s/a/b/ x",
      "sed -n '1e id' x",
      "sed 's/a/b/e' x",
      "sed 's/a/b/w out' x",
      "sed -n 'w out' x",
      "sed -e '1e id' x",
      "sed --in-place s/a/b/ x",
      "awk 'BEGIN{system(\"id\")}'",
      "awk '{print > \"out\"}' x",
      "awk '{print | \"sh\"}' x",
      "awk -f x.awk y",
      "jq -f x.jq y",
      "jq -n env",
      "jq -n '$ENV.HOME'",
      "jq 'include \"x\"; .' y",
    ],
  },
  {
    id: "read.print",
    effect: "allow",
    why: "prints, compares or waits",
    tools: ["bash"],
    commands: [
      {
        words: [wordList("echo true false : pwd whoami seq tr expr sleep exit uname arch nproc uptime")],
        operands: "text",
        at: "anywhere",
      },
      { words: [["id", "groups"]], operands: "text", at: "anywhere" },
      { words: ["printf"], options: { never: ["-v"] }, operands: "text", at: "anywhere" },
      { words: [["which", "whereis", "type"]], operands: "text", at: "anywhere" },
      { words: ["command", ["-v", "-V"]], options: { only: [] }, operands: "text", at: "anywhere" },
      { words: [["test", "["]], options: { only: TEST_OPTIONS }, at: "anywhere" },
      {
        words: ["date"],
        options: { only: wordList("-u -R -I -I= -d: + --utc --date: --iso-8601 --iso-8601= --rfc-3339= --rfc-email") },
        max_operands: 0,
        at: "anywhere",
      },
      { words: ["hostname"], options: { only: [] }, max_operands: 0, at: "anywhere" },
      { words: ["ps", ["aux", "-ef", "-e", "-A"]], options: { only: [] }, max_operands: 0, at: "anywhere" },
    ],
    match: [
      'echo "rm -rf /"',
      "[ -f package.json ] && echo yes",
      "test -d src || echo no",
      "command -v node",
      "date -u +%s",
    ],
    not_match: [
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
      {
        words: [
          wordList(
            "node npm pnpm yarn bun deno tsc python python3 pip pip3 ruby go cargo rustc gcc g++ clang make cmake git java javac mvn gradle docker kubectl rg jq bash tusk rm",
          ),
          "--version",
        ],
        options: { only: [] },
        max_operands: 0,
      },
      { words: [["node", "npm", "git"], "-v"], options: { only: [] }, max_operands: 0 },
      { words: [["python", "python3"], "-V"], options: { only: [] }, max_operands: 0 },
      { words: [["go", "git"], "version"], options: { only: [] }, max_operands: 0 },
      {
        words: ["npm", ["ls", "list"]],
        options: { only: wordList("--depth: --all -a --json --long -l --prod --dev") },
        operands: "text",
      },
    ],
    match: ["node --version", "npm ls --depth=0"],
    not_match: ["node -e 1", "node script.js --version", "./node --version", "npm install"],
  },
];
