/** Ends in an empty, `.` or `..` segment. */
const STEP = /\/\.{0,2}$/;

/** Whether a path is absolute and plain: no empty, `.` or `..` segments. Anything else matches nothing. */
export function isPlainPath(path: string): boolean {
  if (path === "/") return true;
  // Searched for, not matched: this runs for every path of every call.
  return (
    path.startsWith("/") && !path.includes("//") && !path.includes("/./") && !path.includes("/../") && !STEP.test(path)
  );
}

/** Whether a plain path is `root` or below it, compared by segment: `/work2` is not in `/work`. */
export function isWithin(path: string, root: string): boolean {
  if (!isPlainPath(path) || !isPlainPath(root)) return false;
  return root === "/" || path === root || path.startsWith(`${root}/`);
}

/** Tells whether a plain path matches. */
export type Glob = (path: string) => boolean;

/**
 * A glob made ready for many paths: `*` and `?` stay inside a segment, `**` is any number of whole segments.
 * A match costs at most the product of both lengths, whatever the glob.
 */
export function compileGlob(glob: string): Glob {
  const literal = /^(\/[^*?]*)\/\*\*$/.exec(glob)?.[1];
  // The usual glob is a folder and everything in it.
  if (literal !== undefined && isPlainPath(literal)) {
    const below = `${literal}/`;
    return (path) => (path.startsWith(below) || path === literal) && isPlainPath(path);
  }
  const wanted = glob.replace(/^\//, "").split("/");
  return (path) => isPlainPath(path) && matchesAll(path.slice(1).split("/"), wanted, "**", matchesSegment);
}

function matchesSegment(segment: string, pattern: string): boolean {
  const same = (unit: string, wanted: string): boolean => wanted === "?" || unit === wanted;
  return matchesAll(Array.from(segment), Array.from(pattern), "*", same);
}

/** Wildcard matching that goes back only to the last wildcard: no pattern makes it explode. */
function matchesAll(
  items: readonly string[],
  wanted: readonly string[],
  many: string,
  same: (item: string, wanted: string) => boolean,
): boolean {
  let item = 0;
  let want = 0;
  let lastMany = -1;
  let retryFrom = 0;
  while (item < items.length) {
    if (wanted[want] === many) {
      lastMany = want;
      retryFrom = item;
      want += 1;
    } else if (want < wanted.length && same(items[item] ?? "", wanted[want] ?? "")) {
      item += 1;
      want += 1;
    } else if (lastMany >= 0) {
      retryFrom += 1;
      item = retryFrom;
      want = lastMany + 1;
    } else return false;
  }
  return wanted.slice(want).every((rest) => rest === many);
}
