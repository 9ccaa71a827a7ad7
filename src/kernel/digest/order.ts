const SURROGATE = /[\uD800-\uDFFF]/;

/** Orders texts by code point, which is the order of their UTF-8 bytes (contract 0.5); JavaScript's own order differs past U+FFFF. */
export function byCodePoint(left: string, right: string): number {
  if (left === right) return 0;
  const shared = Math.min(left.length, right.length);
  for (let at = 0; at < shared; at++) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a === b) continue;
    const astralLeft = isSurrogate(a);
    return astralLeft === isSurrogate(b) ? a - b : astralLeft ? 1 : -1;
  }
  return left.length - right.length;
}

/** The fastest comparison that is right for these texts: without surrogates both orders agree. */
export function orderFor(texts: readonly string[]): (left: string, right: string) => number {
  return texts.some((text) => SURROGATE.test(text)) ? byCodePoint : byCodeUnit;
}

/** Sorts a copy by code point. */
export function sortedByCodePoint(texts: readonly string[]): string[] {
  return texts.toSorted(orderFor(texts));
}

function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
