const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Where JSON text comes to hold more than `most` fields and items, at all depths together; undefined when it never does. One pass
 * that builds nothing, so that a flood is refused before anybody reads it.
 */
export function crowdedAt(text: string, most: number): number | undefined {
  // Each member has at least one character and a comma or a bracket of its own.
  if (text.length <= 2 * most) return undefined;
  let members = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = stringEnd(text, at + 1);
    else if (unit === 0x2c || ((unit === 0x7b || unit === 0x5b) && !isClosedNext(text, at + 1))) members += 1;
    if (members > most) return at;
  }
  return undefined;
}

/** The closing quote of the string that goes on here, or the end of the text. */
function stringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/** Whether a list or an object ends right where it began. */
function isClosedNext(text: string, from: number): boolean {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  const unit = text.charCodeAt(at);
  return unit === 0x7d || unit === 0x5d;
}
