import type { Rule } from "./rule-set.ts";
import { wordList } from "./word-list.ts";

const GREP_OPTIONS = wordList(
  "-n -r -R -i -l -L -c -v -w -x -o -q -s -h -H -E -F -G -P -a -b -z -Z -I -U -T -y -# -A: -B: -C: -m: -e:text -d: -D: --include: --exclude:text --exclude-dir:text --color --color= --colour= --line-number --recursive --ignore-case --files-with-matches --files-without-match --count --invert-match --word-regexp --line-regexp --only-matching --quiet --silent --no-messages --with-filename --no-filename --extended-regexp --fixed-strings --basic-regexp --perl-regexp --text --max-count: --context: --after-context: --before-context: --null --null-data --binary-files= --regexp:text --line-buffered --byte-offset --initial-tab --help --version",
);

/** Without what makes it look into hidden and ignored files, where secrets are. */
const RIPGREP_OPTIONS = wordList(
  "-n -N -i -S -s -l -c -v -w -x -o -q -h -H -F -U -P -p -a -b -# -A: -B: -C: -m: -e:text -g: -t: -T: -d: -j: -M: -r:text -0 -I --files --files-with-matches --files-without-match --glob: --iglob: --type: --type-not: --type-list --line-number --no-line-number --ignore-case --smart-case --case-sensitive --count --count-matches --invert-match --word-regexp --line-regexp --only-matching --quiet --no-filename --with-filename --fixed-strings --multiline --multiline-dotall --pcre2 --pretty --text --max-count: --max-depth: --max-columns: --context: --after-context: --before-context: --regexp:text --replace:text --json --stats --sort: --sortr: --color: --colors: --heading --no-heading --column --vimgrep --null --trim --no-messages --passthru --no-config --crlf --debug --version",
);

const FIND_OPTIONS = wordList(
  "-name>text -iname>text -path>text -ipath>text -wholename>text -iwholename>text -regex>text -iregex>text -regextype>text -type>text -xtype>text -maxdepth> -mindepth> -size>text -mtime>text -mmin>text -atime>text -amin>text -ctime>text -cmin>text -newer> -newermt>text -perm>text -user>text -group>text -links>text -inum>text -printf>text -not -o -a -and -or -print -print0 -prune -empty -ls -depth -xdev -mount -readable -writable -executable -quit -true -false -daystart -nouser -nogroup -P -L -H",
);

const JQ_OPTIONS = wordList(
  "-r -c -n -s -e -S -M -C -a -j -R --raw-output --compact-output --null-input --slurp --exit-status --sort-keys --monochrome-output --color-output --ascii-output --join-output --raw-input --tab --indent> --arg>>text --argjson>>text --rawfile>> --slurpfile>> --stream",
);

/** Commands that search files or pick from them: allowed in both default sets, anywhere that may be read. */
export const SEARCH_RULES: readonly Rule[] = [
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
        harmless: true,
        at: "anywhere",
      },
      {
        words: ["rg"],
        options: { only: RIPGREP_OPTIONS },
        operands: "pattern",
        instead: ["-e", "--regexp", "--files", "--type-list"],
        at: "anywhere",
      },
      { words: ["find"], options: { only: FIND_OPTIONS }, operands: "names", at: "anywhere" },
      { words: ["jq"], options: { only: JQ_OPTIONS }, operands: "jq", at: "anywhere" },
      {
        words: ["sed"],
        options: {
          only: wordList(
            "-n -E -r -s -u -z -e:text --expression:text --quiet --silent --regexp-extended --separate --unbuffered",
          ),
        },
        operands: "sed",
        instead: ["-e", "--expression"],
        at: "anywhere",
      },
      {
        words: [["awk", "gawk", "mawk"]],
        options: { only: ["-F:text", "-v:text"] },
        operands: "awk",
        options_first: true,
        at: "anywhere",
      },
    ],
    match: [
      "sed -n -e '1,5p' -e '10p' x",
      "awk -F: '{print $1}' x",
      "awk 'NR>=10 && NR<=20' x",
      "grep foo *.go",
      "jq --arg a b '.a == $a' x.json",
      "find . -name '*.go' -exec grep -l foo {} +",
      "rg -g '*.ts' foo",
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
      "grep -e: .env",
      "grep -r . --include=.env .",
      "grep -rn . --include='*.pem' .",
      "rg -e: /etc/passwd",
      "rg -uu x",
      "rg --hidden x",
      "rg x -g .env",
      "find -- . -delete",
      "find . -name * ",
      "find . -name .env -exec grep x {} +",
      "find . -exec cat {} +",
      "jq -n --arg a b env",
      "jq -n '$ ENV'",
      "jq --rawfile a /etc/shadow . x",
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
];
