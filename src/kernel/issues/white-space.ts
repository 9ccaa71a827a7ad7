const WHITE_SPACE = /^\p{White_Space}$/u;

/** Without the white space around it, as Unicode and the reference mean white space; `String.trim` takes U+FEFF too and leaves U+0085. */
export function trimWhiteSpace(text: string): string {
  // Not one expression for both ends: a long run of blanks inside a line would cost its square.
  let start = 0;
  let end = text.length;
  while (start < end && WHITE_SPACE.test(text.charAt(start))) start += 1;
  while (end > start && WHITE_SPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
