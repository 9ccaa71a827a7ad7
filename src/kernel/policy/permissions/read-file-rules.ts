import type { CommandPattern, Rule } from "./rule-set.ts";
import { wordList } from "./word-list.ts";

/** Commands that read files and print, whatever their options. */
const PLAIN_READERS = wordList("cat head tail nl tac rev od cmp comm fold expand unexpand realpath readlink df pr");

/** Readers of which some options do more than read, take a text, or are of no use here. */
const READERS: Readonly<Record<string, string>> = {
  cut: "-b: -c: -d:text -f: -n -s -z --bytes= --characters= --delimiter=text --fields= --complement --only-delimited --output-delimiter=text --zero-terminated",
  paste: "-d:text -s -z --delimiters=text --serial --zero-terminated",
  column: "-t -s:text -o:text -c: -x -n -e -N:text -R:text --table --separator:text --output-separator:text",
  hexdump: "-C -b -c -d -o -x -v -n: -s: -e:text",
  strings: "-a -f -n: -# -t: -e: -w --all --bytes= --radix= --print-file-name",
  wc: "-l -w -c -m -L --lines --words --bytes --chars --max-line-length --total=",
  stat: "-L -f -t -x -l -r -s -c:text -f:text --format=text --printf=text --terse --dereference --file-system",
  shasum: "-a: -b -t",
  base64: "-d -D -w: --decode --wrap=",
};

/** Programs that show names and sizes, and nothing of what is in a file. */
const LISTERS: Readonly<Record<string, string>> = {
  ls: "-l -a -A -1 -h -t -r -R -S -d -F -G -i -s -p -n -o -g -c -u -U -X -C -x -m -q -b -Q -k -L -H -T: -w: -I:text --all --almost-all --human-readable --recursive --reverse --directory --classify --color --color= --sort= --time= --time-style= --full-time --group-directories-first --inode --size --si --ignore=text --hide=text --width= --quote-name --no-group --numeric-uid-gid --dereference",
  du: "-s -h -a -c -k -m -b -x -S -L -d: -t: --summarize --human-readable --all --total --max-depth: --apparent-size --exclude=text --threshold= --si",
};

const HARMLESS: readonly CommandPattern[] = [
  ...Object.entries(READERS).map(([program, only]) => reader(program, only, "paths")),
  ...Object.entries(LISTERS).map(([program, only]) => reader(program, only, "names")),
];

function reader(program: string, only: string, operands: "paths" | "names"): CommandPattern {
  return { words: [program], options: { only: wordList(only) }, operands, harmless: true, at: "anywhere" };
}

const SORT_OPTIONS = wordList(
  "-n -r -u -f -b -h -V -s -z -M -g -c -C -d -i -m -k: -t:text --numeric-sort --reverse --unique --key: --field-separator:text --version-sort --human-numeric-sort --general-numeric-sort --ignore-case --ignore-leading-blanks --stable --check --merge --zero-terminated --month-sort --dictionary-order --parallel=",
);

const DIFF_OPTIONS = wordList(
  "-u -U: -c -C: -r -N -q -s -i -w -b -B -E -Z -a -y -p -t -d -e -n -W: -x:text --unified --unified= --context --context= --recursive --new-file --brief --report-identical-files --ignore-case --ignore-all-space --ignore-space-change --ignore-blank-lines --text --side-by-side --width= --suppress-common-lines --color --color= --exclude=text --show-c-function --strip-trailing-cr --minimal --no-dereference --left-column --normal",
);

/** Commands that read files: allowed in both default sets, anywhere that may be read. */
export const READ_FILE_RULES: readonly Rule[] = [
  {
    id: "read.files",
    effect: "allow",
    why: "reads files and prints",
    tools: ["bash"],
    commands: [
      { words: [PLAIN_READERS], at: "anywhere" },
      ...HARMLESS,
      { words: [["basename", "dirname"]], operands: "text", at: "anywhere" },
      {
        words: [wordList("md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum")],
        options: { never: ["-c", "--check"] },
        at: "anywhere",
      },
      { words: ["sort"], options: { only: SORT_OPTIONS }, at: "anywhere" },
      { words: ["diff"], options: { only: DIFF_OPTIONS }, at: "anywhere" },
      {
        words: ["uniq"],
        options: {
          only: wordList("-c -d -u -i -D -z -f: -s: -w: --count --repeated --unique --ignore-case --zero-terminated"),
        },
        max_operands: 1,
        options_first: true,
        at: "anywhere",
      },
      {
        words: ["tree"],
        options: {
          only: wordList(
            "-L> -I>text -P>text -a -d -f -h -s -p -t -r -C -n -i -u -g -D -F --dirsfirst --noreport --gitignore --prune --du",
          ),
        },
        operands: "names",
        at: "anywhere",
      },
      {
        words: ["file"],
        options: { only: wordList("-b -i -h -L -k --brief --mime --mime-type --mime-encoding --no-dereference") },
        at: "anywhere",
      },
      {
        words: ["xxd"],
        // Its options are words (`-ps` is one), never bundled letters.
        options: { only: wordList("-l> -s> -c> -g> -len> -seek> -cols> -p -ps -plain -u -b -bits -i -e") },
        max_operands: 1,
        options_first: true,
        at: "anywhere",
      },
      { words: ["gofmt"], options: { only: wordList("-l -e -s") }, at: "workspace" },
      { words: ["cd"], options: { only: [] }, max_operands: 1, at: "anywhere" },
    ],
    match: [
      "cut -d/ -f1 list.txt",
      "paste -sd, a b",
      "ls -la .env",
      "cat .env.example",
      "cat docs/*",
      "cat src/main.ts | head -20",
      "cd src && ls -la",
      "ls -la /usr/share/doc 2>/dev/null",
      "sort -k1,1M -t' ' a.txt | uniq -c",
      'cat "a b.txt" 2>&1 | wc -l',
      "cat src/*.ts",
    ],
    not_match: [
      "cat *",
      "cat id*",
      "cat server.ke*",
      "cat .git/config",
      "cd .git && cat config",
      "strings @.netrc",
      "strings @/etc/passwd",
      "hexdump -vf/etc/passwd x",
      "diff -l a b",
      "xxd x -i",
      "xxd -ps x -b",
      "uniq a -c",
      "tree -Lo 2 out",
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
];
