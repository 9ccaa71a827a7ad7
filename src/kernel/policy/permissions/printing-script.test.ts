import { expect, test } from "vitest";
import { isPlainFormat } from "./print-format.ts";
import { isPrintingAwk } from "./printing-awk.ts";
import { areOneSed, isPrintingJq, isPrintingSed } from "./printing-script.ts";

test.each([
  "1p",
  "10,20p",
  "$p",
  "1,$p",
  "/a/p",
  "/a/,/b/p",
  "/a/,+3p",
  "5q",
  "/x/d",
  "$=",
  "s/a/b/",
  "s/a\\.b/c/gI",
  "s|a|b|g; 3p",
  "s/[a-z]/x/g",
  "s/^[ \\t]*//",
  "s/^[0-9]+: //; s/foo/bar/",
  "s/[[:space:]]*$//",
  "s|^\\./||",
  's/^version = "\\(.*\\)"/\\1/p',
  "/^func main/,/^}/p",
  "$!d",
  "1,/x/s#a#b#2p",
  "1p\n$p\n",
])("sed %s only prints", (script) => {
  expect(isPrintingSed(script)).toBe(true);
});

test.each([
  "e",
  "1e id",
  "w x",
  "1w x",
  "s/a/b/e",
  "s/a/b/w x",
  "s/a/b/gw x",
  "r x",
  "s/a/b/;e",
  "s/[/]/x/;e",
  "s/a/b/\ne",
  "1p;w x",
  "{p}",
  "y/a/b/",
  "s/a/b",
  "i\\ x",
  "",
  "s/a/b/m\ne id",
  "/[/s,]/e touch p #,b,",
  "/[/s,]/w out,b,",
  "s/[[:alpha:]/x/",
  "s/[[.a.]/x/",
  "s/[a[]/x/",
  "s/[]]/x/",
  "s/[^]]/x/",
  "s/[a\\]/x/",
  "s,[a,],b,",
  "s/a\\/b/c/",
  "s/\\[/x/",
  "s|a\\|b|c|",
  "s/\\x2f/x/",
  "s/a/b\\\nc/",
  "s/\u00e9/e/",
  "s/a/b/ e",
  "s/a/b/g}",
  "p e",
  "\\,a,p",
  "$!N;P",
  "1r x",
  "1R x",
  "1W x",
  "1F",
  "ba",
  ":a",
  `s/${"a".repeat(1000)}/b/`,
])("sed %j is not understood", (script) => {
  expect(isPrintingSed(script)).toBe(false);
});

test.each([
  "{print}",
  "{print $1}",
  "{ print $1, $NF }",
  '{print $1 " " $2}',
  "NR==1 {print $2}",
  "/x/ {print $(NF-1)}",
  "NR>=10 && NR<=20",
  "/a/,/b/",
  "length($0) > 80",
  "!seen[$0]++",
  "{sum += $1} END {print sum}",
  '{printf "%s\\n", $1}',
  "{c[$1]++} END {for (k in c) print k, c[k]}",
  "{count[$1]++} END {for (k in count) print k, count[k]}",
  "{s+=$1} END {print s/NR}",
  "{s+=$1}END{print s / n}",
  'BEGIN{FS=":"} {print $1}',
  '{print NR": "$0}',
  "NR==10,NR==20",
  "NR%2",
  "NR%2==0 {print}",
  "length > 80",
  "$3 > 100 {print $1}",
  '$1 == "a b" || $2 !~ /^x|y$/ {print}',
  "!/^#/ && NF > 2",
  "/[a-z_]+[0-9]/",
  "/[[:space:]]x/",
  "NR<=n",
  '{$1=""; print $0}',
  "{print substr($0, 1, 80)}",
  "{if ($3 > 100) print $1; next}",
  "BEGIN{print 1+1}",
  "NR==1\nNR==3 {print}\n",
  'END { printf("%5.2f%%\\n", s/NR) }',
])("awk %s only prints", (script) => {
  expect(isPrintingAwk(script)).toBe(true);
});

test.each([
  '{print > "x"}',
  '{print $1 | "sh"}',
  "{system($1)}",
  '{"id" | getline; print}',
  "{print $1; system($2)}",
  "{print $1 >> f}",
  '{print ENVIRON["X"]}',
  '{getline < "x"}',
  '@load "x"',
  '/[/]/ {print > "x"}',
  "{print (1) > $1}",
  "{f(1)}",
  "}{print}",
  "{print $1",
  "{x = 1 / 2}",
  "",
  'BEGIN{x=/a/ /1;system("touch p");y=1/ 1}',
  'BEGIN{x=$?/1;system("touch p")/1}',
  'BEGIN{x=0/1;system("touch p")/1}',
  'BEGIN{x="touch p"} /[[:alpha:]/ || "]/{system(x)}#"',
  '/[[.a.]/ || "]/{system(x)}#"',
  '/[a[]/ || "]/{system(x)}#"',
  "/[]a]/",
  "/[a/]/",
  "/a\\/b/",
  "/=a/",
  "/{/",
  '/"/',
  '{print "a\\"b"}',
  '{print "a\\\\"}',
  "{print system}",
  "{print close}",
  "{print fflush}",
  "{getline}",
  "{print getline}",
  '{print "system"}',
  "{print ENVIRON[$1]}",
  "{print PROCINFO[$1]}",
  "{print $1 > $2}",
  "{print $1>2}",
  "{s = $1 > $2}",
  "{print NR==1}",
  "{print /a/}",
  '{printf "%n", $1}',
  '{printf "%s" "%n", $1}',
  "{printf $1}",
  "{print f (1)}",
  "{print s(1)}",
  "{print s/NR/2}",
  "{print $1/2}",
  "{s /= 2}",
  "/a/ /b/",
  "{print}/b/",
  "{print} # system",
  "function f(x){print x}",
  "{@f()}",
  "{FILENAME=$1}",
  "{ARGV[1]=$1}",
  "{delete a}",
  "{print \\\n}",
  "{print $i}",
  "BEGIN",
  "/\u00e9/",
  `{print "${"a".repeat(1000)}"}`,
])("awk %s is not understood", (script) => {
  expect(isPrintingAwk(script)).toBe(false);
});

test.each([
  [["1p", "5p"], true],
  [["s/a/b/", "s/c/d/"], true],
  [["s/[ab]/c/"], true],
  [["s/[ab]/c/", "p"], true],
  [["p", "w x"], false],
  [[], false],
])("several scripts of sed, %j, only print: %s", (scripts, expected) => {
  expect(areOneSed(scripts)).toBe(expected);
});

test.each([".a[] | {b}", ".environment", ".env", ".a.env.b", "{a: .ENV}"])("jq %s reads only its input", (filter) => {
  expect(isPrintingJq(filter)).toBe(true);
});

test.each([
  "env",
  "env.X",
  "$ENV",
  "$ ENV",
  "$\nENV",
  "{$ENV}",
  'include "x"; .',
  'import "x" as x; .',
  '"x" | modulemeta',
  "input_filename",
  "$__loc__",
  "get_search_list",
])("jq %j reads the environment, another file, or where files are", (filter) => {
  expect(isPrintingJq(filter)).toBe(false);
});

test.each([
  ["%s\\n", true],
  ["%5.2f%% %-10s %*d", true],
  ["plain", true],
  ["xx%n", false],
  ["%5n", false],
  ["%-*.3ln", false],
  ["%(%F)T", false],
  ["%", false],
])("the format %s only prints: %s", (format, expected) => {
  expect(isPlainFormat(format)).toBe(expected);
});

/** Parts that could be cut in many ways, by a judge that tries them all. */
const REPEATED = [
  "NR ",
  "$1 ",
  "1 ",
  "a ",
  '"a"',
  "a+",
  "$1,",
  "/a/&&",
  "{print};",
  "NR==1,",
  " ",
  "\n",
  ";",
  "s/a/b/;",
  "[a]",
  "[a",
  "1,",
  "%s",
];

test.each(REPEATED)("no script of many %j keeps the judge busy", { timeout: 2000 }, (part) => {
  for (const head of ["", "{print ", '{printf "', "/", "s/"]) {
    const script = `${head}${part.repeat(990 / part.length)}\u0001`;
    expect([isPrintingAwk(script), isPrintingSed(script)]).toEqual([false, false]);
  }
});
