import { PLAIN_CLASS } from "./printing-script.ts";
import { anyNumberOf, firstOf, inOrder, maybe } from "./strict-form.ts";

/** Words that are no variable in one awk or another. In some of them a function's name alone calls it, `system` too. */
const RESERVED =
  "and|asorti?|atan2|bindtextdomain|break|case|close|compl|continue|cos|dcn?gettext|default|delete|do|else|eval|exit|exp|fflush|for|func|function|gensub|getline|gsub|if|in|include|index|int|intdiv|intdiv0|isarray|length|load|log|lshift|match|mkbool|mktime|namespace|next|nextfile|or|patsplit|print|printf|rand|return|rshift|sin|split|sprintf|sqrt|srand|strftime|strtonum|sub|substr|switch|system|systime|tolower|toupper|typeof|while|xor";

const B = "[ \\t]*";
const GAP = "[ \\t\\n;]*";
const END_OF_ONE = `${B}[;\\n]${GAP}`;

/** What a text or a regular expression is made of: nothing that ends one, begins one, or is a bracket. Not `%`. */
const PLAIN = String.raw`[\w .,:;=+@#^$*()|?<>~&!-]`;
const TEXT = String.raw`"(?:${PLAIN}|%|\\[nt])*"`;
const FORMAT = String.raw`"(?:${PLAIN}|\\[nt]|%%|%[-+ 0#]{0,4}\d{0,3}(?:\.\d{1,3})?[cdiouxXeEfgGs])*"`;
/** None that begins with `=`: that could be an assignment. */
const REGEX = String.raw`\/(?!=)(?:${PLAIN}|%|\\[.tn]|${PLAIN_CLASS})+\/`;

const NAME = String.raw`(?!(?:${RESERVED})(?!\w))[a-z]\w*(?!\w)`;
const NUMBER = String.raw`\d{1,15}(?:\.\d{1,15})?(?![\w.])`;
const FIELD = String.raw`\$(?:\d{1,4}(?![\w.])|NF(?!\w)|\(NF ?- ?\d\))`;
const COUNT = String.raw`(?:NR|NF|FNR)(?!\w)`;
const LENGTH = String.raw`length(?!\w)(?:\(${FIELD}\))?`;
const ELEMENT = String.raw`${NAME}\[(?:${FIELD}|${NAME})\]`;
const CUT = String.raw`substr\(${FIELD},${B}${NUMBER}(?:,${B}${NUMBER})?\)|to(?:low|upp)er\(${FIELD}\)`;
/** A slash divides only behind a variable's name, and before what cannot begin a regular expression. */
const DIVIDED = `${NAME}(?:${B}/${B}(?:${COUNT}|${NUMBER}|${NAME}))?`;

const VALUE = String.raw`(?:${FIELD}|${COUNT}|FILENAME(?!\w)|${NUMBER}|${TEXT}|${LENGTH}|${CUT}|${ELEMENT}|${DIVIDED})`;
const SUM = inOrder(VALUE, anyNumberOf(`${B}[-+*%]${B}`, VALUE));
const VALUES = inOrder(SUM, anyNumberOf(`${B}(?:,${B})?`, SUM));

const COMPARED = `(?:${COUNT}(?:${B}%${B}${NUMBER})?|${LENGTH}|${FIELD})${B}(?:[=!]=|[<>]=?)${B}(?:-?${NUMBER}|${TEXT}|${NAME}|${FIELD})`;
const TERM = String.raw`(?:!?${REGEX}|${FIELD}${B}!?~${B}${REGEX}|${COMPARED}|NF(?!\w)|NR${B}%${B}${NUMBER}|!${NAME}\[${FIELD}\]\+\+)`;
const CONDITION = inOrder(TERM, anyNumberOf(String.raw`${B}(?:&&|\|\|)[ \t\n]*`, TERM));
const PATTERN = inOrder(CONDITION, maybe(`${B},${B}`, CONDITION));

/** No comparison stands in what is printed: behind `print`, a `>` writes a file. */
const PRINT = firstOf(
  inOrder(String.raw`printf\(${FORMAT}`, maybe(`${B},${B}`, VALUES), "\\)"),
  inOrder(`printf${B}${FORMAT}`, maybe(`${B},${B}`, VALUES)),
  inOrder(String.raw`print(?!\w)`, maybe(B, VALUES)),
);
const SET = firstOf(
  String.raw`(?:${ELEMENT}|${NAME})\+\+`,
  inOrder(String.raw`(?:${ELEMENT}|${NAME})${B}\+?=${B}`, SUM),
  inOrder(String.raw`\$(?:\d{1,4}|NF)${B}=${B}`, SUM),
  `O?[FR]S${B}=${B}${TEXT}`,
);
const SIMPLE = firstOf(PRINT, SET, String.raw`(?:next|exit)(?!\w)`);
const STATEMENT = firstOf(
  inOrder(String.raw`for ?\(${NAME} in ${NAME}\)${B}`, PRINT),
  inOrder(String.raw`if ?\(`, CONDITION, String.raw`\)${B}`, SIMPLE),
  SIMPLE,
);
const ACTION = inOrder(String.raw`\{${GAP}`, STATEMENT, anyNumberOf(END_OF_ONE, STATEMENT), String.raw`${GAP}\}`);

/** An action may be followed at once by the next item, if that does not begin with a slash. */
const ITEM = firstOf(
  inOrder(maybe(firstOf("BEGIN|END", PATTERN), B), ACTION, String.raw`(?:${END_OF_ONE}|${B}(?![ \t/]))`),
  inOrder(PATTERN, `(?:${END_OF_ONE}|${B}$)`),
);
const AWK = inOrder("[ \\t\\n]*", ITEM, anyNumberOf(ITEM));

/** Words that run or read something else; not even in a text, so that a reading nobody thought of finds none. */
const REACHES_OUT = /\b(?:system|getline)\b/;
const LONGEST = 1000;

/**
 * Whether an awk program is of a few strict forms that only select, count and print: no pipe, no redirection, no `getline`, no call but those that
 * compute. Its texts and regular expressions are written so that every awk ends them at the same place; anything else is not understood.
 */
export function isPrintingAwk(script: string): boolean {
  return script.length <= LONGEST && !REACHES_OUT.test(script) && AWK(script, 0) === script.length;
}
