/** A place in a text as sed writes it: a number, the end, or what matches. */
const ADDRESS = String.raw`(?:\d+|\$|/(?:[^/\\\n]|\\.)*/I?)`;
const PRINT = String.raw`(?:${ADDRESS}(?:,(?:${ADDRESS}|\+\d+))?)?!?[pqd=]`;
const REPLACE = ["/", "|", "#", ",", "@"]
  .map(
    (mark) =>
      `s\\${mark}(?:[^\\${mark}\\\\\\n]|\\\\[^\\n])*\\${mark}(?:[^\\${mark}\\\\\\n]|\\\\[^\\n])*\\${mark}[gpiI0-9]*`,
  )
  .join("|");
const SED_COMMAND = `(?:${PRINT}|${REPLACE})`;
const SED = new RegExp(`^\\s*${SED_COMMAND}(?:\\s*;\\s*${SED_COMMAND})*\\s*;?\\s*$`);
const SED_ALONE = new RegExp(`^\\s*${SED_COMMAND}\\s*$`);

/** Whether a sed script only selects, replaces and prints: no `w`, no `e`, no `r`, no file (CVE-2025-64755). Anything else is not understood. */
export function isPrintingSed(script: string): boolean {
  if (script.length > 1000) return false;
  // In brackets a mark may or may not end a part: then one command stands alone, so that both readings are harmless or an error.
  return (script.includes("[") ? SED_ALONE : SED).test(script);
}

const AWK_ITEM = String.raw`(?:\$(?:\d+|NF|\(NF-\d+\))|NR|NF|"[^"\\\n]*")`;
const AWK_TEST = String.raw`(?:NR\s*(?:[<>]=?|[=!]=)\s*\d+|/[^/\\\n]*/)`;
const AWK = new RegExp(
  String.raw`^\s*(?:${AWK_TEST}\s*)?\{\s*print(?:\s+${AWK_ITEM}(?:\s*,\s*${AWK_ITEM}|\s+${AWK_ITEM})*)?\s*;?\s*\}\s*$`,
);

/** Whether an awk script is one `print` of fields and texts: no redirection, no pipe, no call. */
export function isPrintingAwk(script: string): boolean {
  return script.length <= 1000 && AWK.test(script);
}

/** Whether a jq filter reads nothing but its input: not the environment, no other file. */
export function isPrintingJq(filter: string): boolean {
  return !/\$ENV|\b(?:env|include|import|input_filename|input_line_number|get_search_list)\b/.test(filter);
}
