/**
 * A whole bracket expression, in which there is no mark, no bracket and no end: wherever a program looks for the end of a part, it finds the same.
 * Shared with awk, for which the same holds.
 */
export const PLAIN_CLASS: string = String.raw`\[\^?(?:[\w. -]|\\t)+\]|\[\^?\[:(?:alpha|digit|alnum|upper|lower|space|blank|punct|xdigit):\]\]`;

/** A part between two marks: printable ASCII but brackets and the mark, plain classes, and escapes that no mark is part of. */
function partUpTo(mark: string): string {
  return String.raw`(?:(?![${mark}])[ -Z^-~]|\\[.1-9()+tnswb*$^]|${PLAIN_CLASS})*`;
}

const BLANK = "[ \\t]*";
const MATCH = `/${partUpTo("/")}/I?`;
/** A place in a text as sed writes it: a number, the end, or what matches. */
const ADDRESS = String.raw`(?:\d+(?:~\d+)?|\$|${MATCH})`;
const PLACE = String.raw`(?:${ADDRESS}(?:,(?:${ADDRESS}|\+\d+))?${BLANK}(?:!${BLANK})?)?`;
const REPLACE = ["/", "|", "#", ","].map((mark) => {
  const part = partUpTo(mark);
  return String.raw`s[${mark}]${part}[${mark}]${part}[${mark}][gpiI0-9]*`;
});
const COMMAND = `${PLACE}(?:[pqd=]|${REPLACE.join("|")})`;
const SED = new RegExp(String.raw`^[ \t\n]*${COMMAND}(?:${BLANK}[;\n][ \t\n;]*${COMMAND})*[ \t\n;]*$`);
const LONGEST = 1000;

/**
 * Whether a sed script is of a few strict forms that only select, replace and print: no `w`, no `e`, no `r`, no file (CVE-2025-64755). Its parts are
 * written so that every sed ends them at the same place; anything else is not understood.
 */
export function isPrintingSed(script: string): boolean {
  return script.length <= LONGEST && SED.test(script);
}

/** Whether the scripts of several `-e` only print: each is whole, so they do so together. */
export function areOneSed(scripts: readonly string[]): boolean {
  return scripts.length > 0 && scripts.every(isPrintingSed);
}

/** jq's words for what is not its input: the environment, other files, and where it is looking for them. A field may have such a name. */
const JQ_REACHES_OUT =
  /(?<!\.)\b(?:env|ENV|include|import|modulemeta|input_filename|get_search_list|__loc__|__prog_args)\b/;

/** Whether a jq filter reads nothing but its input: not the environment, no other file. */
export function isPrintingJq(filter: string): boolean {
  return !JQ_REACHES_OUT.test(filter);
}
