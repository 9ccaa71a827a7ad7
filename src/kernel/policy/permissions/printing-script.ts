/** A place in a text as sed writes it: a number, the end, or what matches. */
const ADDRESS = String.raw`(?:\d+(?:~\d+)?|\$|/(?:[^/\\\n]|\\.)*/I?)`;
const PRINT = String.raw`(?:${ADDRESS}(?:,(?:${ADDRESS}|\+\d+))?)?\s*!?[pqd=]`;
const REPLACE = ["/", "|", "#", ",", "@"]
  .map(
    (mark) =>
      `(?:${ADDRESS}(?:,${ADDRESS})?)?s\\${mark}(?:[^\\${mark}\\\\\\n]|\\\\[^\\n])*\\${mark}(?:[^\\${mark}\\\\\\n]|\\\\[^\\n])*\\${mark}[gpiI0-9]*`,
  )
  .join("|");
const SED_COMMAND = `(?:${PRINT}|${REPLACE})`;
const SED = new RegExp(`^\\s*${SED_COMMAND}(?:\\s*;\\s*${SED_COMMAND})*\\s*;?\\s*$`);
const SED_ALONE = new RegExp(`^\\s*${SED_COMMAND}\\s*$`);
const LONGEST = 1000;

/** Whether a sed script only selects, replaces and prints: no `w`, no `e`, no `r`, no file (CVE-2025-64755). Anything else is not understood. */
export function isPrintingSed(script: string): boolean {
  if (script.length > LONGEST) return false;
  // In brackets a mark may or may not end a part: then one command stands alone, so that both readings are harmless or an error.
  return (script.includes("[") ? SED_ALONE : SED).test(script);
}

/** Whether the scripts of several `-e` only print, each for itself and all of them together. */
export function areOneSed(scripts: readonly string[]): boolean {
  const [first, ...others] = scripts;
  if (first === undefined) return false;
  return scripts.every(isPrintingSed) && (others.length === 0 || !scripts.some((script) => script.includes("[")));
}

/** jq's words for what is not its input: the environment, other files, and where it is looking for them. A field may have such a name. */
const JQ_REACHES_OUT =
  /(?<!\.)\b(?:env|ENV|include|import|modulemeta|input_filename|get_search_list|__loc__|__prog_args)\b/;

/** Whether a jq filter reads nothing but its input: not the environment, no other file. */
export function isPrintingJq(filter: string): boolean {
  return !JQ_REACHES_OUT.test(filter);
}
