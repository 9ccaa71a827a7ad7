/** What is drawn two cells wide: East Asian Wide and Fullwidth, and emoji that need no selector to be pictures (Unicode 16). */
const WIDE: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x2329, 0x232a],
  [0x23e9, 0x23ec],
  [0x23f0, 0x23f0],
  [0x23f3, 0x23f3],
  [0x25fd, 0x25fe],
  [0x2614, 0x2615],
  [0x2630, 0x2637],
  [0x2648, 0x2653],
  [0x267f, 0x267f],
  [0x268a, 0x268f],
  [0x2693, 0x2693],
  [0x26a1, 0x26a1],
  [0x26aa, 0x26ab],
  [0x26bd, 0x26be],
  [0x26c4, 0x26c5],
  [0x26ce, 0x26ce],
  [0x26d4, 0x26d4],
  [0x26ea, 0x26ea],
  [0x26f2, 0x26f3],
  [0x26f5, 0x26f5],
  [0x26fa, 0x26fa],
  [0x26fd, 0x26fd],
  [0x2705, 0x2705],
  [0x270a, 0x270b],
  [0x2728, 0x2728],
  [0x274c, 0x274c],
  [0x274e, 0x274e],
  [0x2753, 0x2755],
  [0x2757, 0x2757],
  [0x2795, 0x2797],
  [0x27b0, 0x27b0],
  [0x27bf, 0x27bf],
  [0x2b1b, 0x2b1c],
  [0x2b50, 0x2b50],
  [0x2b55, 0x2b55],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18dff],
  [0x1aff0, 0x1b2ff],
  [0x1d300, 0x1d376],
  [0x1f004, 0x1f004],
  [0x1f0cf, 0x1f0cf],
  [0x1f18e, 0x1f18e],
  [0x1f191, 0x1f19a],
  [0x1f1e6, 0x1f202],
  [0x1f210, 0x1f23b],
  [0x1f240, 0x1f248],
  [0x1f250, 0x1f251],
  [0x1f260, 0x1f265],
  [0x1f300, 0x1f320],
  [0x1f32d, 0x1f335],
  [0x1f337, 0x1f37c],
  [0x1f37e, 0x1f393],
  [0x1f3a0, 0x1f3ca],
  [0x1f3cf, 0x1f3d3],
  [0x1f3e0, 0x1f3f0],
  [0x1f3f4, 0x1f3f4],
  [0x1f3f8, 0x1f43e],
  [0x1f440, 0x1f440],
  [0x1f442, 0x1f4fc],
  [0x1f4ff, 0x1f53d],
  [0x1f54b, 0x1f54e],
  [0x1f550, 0x1f567],
  [0x1f57a, 0x1f57a],
  [0x1f595, 0x1f596],
  [0x1f5a4, 0x1f5a4],
  [0x1f5fb, 0x1f64f],
  [0x1f680, 0x1f6c5],
  [0x1f6cc, 0x1f6cc],
  [0x1f6d0, 0x1f6d2],
  [0x1f6d5, 0x1f6d7],
  [0x1f6dc, 0x1f6df],
  [0x1f6eb, 0x1f6ec],
  [0x1f6f4, 0x1f6fc],
  [0x1f7e0, 0x1f7eb],
  [0x1f7f0, 0x1f7f0],
  [0x1f90c, 0x1f93a],
  [0x1f93c, 0x1f945],
  [0x1f947, 0x1f9ff],
  [0x1fa70, 0x1faff],
  [0x20000, 0x3fffd],
];
/** Makes a picture of the character before it. */
const EMOJI_SELECTOR = "\uFE0F";
/** Marks on the character before them, joiners and the like: drawn in no cell of their own. */
const NO_CELL = /^[\p{M}\p{Cf}\u200B-\u200D\u2060]+$/u;
// oxlint-disable-next-line no-control-regex -- the printable characters of ASCII
const ASCII = /^[\u0020-\u007E]*$/;

let segmenter: Intl.Segmenter | undefined;

/** How many cells of a terminal a text takes. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  return graphemes(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
}

/** The text if it fits into so many cells, else as much of it as does, and `…`. No character is cut in two. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width <= 0) return "";
  let kept = "";
  let cells = 0;
  for (const grapheme of graphemes(text)) {
    cells += graphemeWidth(grapheme);
    if (cells > width - 1) break;
    kept += grapheme;
  }
  return `${kept}…`;
}

/** The longest beginning of a text that fits into so many cells; at least one character, however wide it is. */
export function fittingPart(text: string, width: number): string {
  let end = 0;
  let cells = 0;
  for (const grapheme of graphemes(text)) {
    cells += graphemeWidth(grapheme);
    if (cells > width && end > 0) break;
    end += grapheme.length;
  }
  return text.slice(0, end);
}

/** What is seen as one character each. */
function graphemes(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

function graphemeWidth(grapheme: string): number {
  if (NO_CELL.test(grapheme)) return 0;
  return grapheme.includes(EMOJI_SELECTOR) || isWide(grapheme.codePointAt(0) ?? 0) ? 2 : 1;
}

function isWide(codePoint: number): boolean {
  let low = 0;
  let high = WIDE.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((WIDE[middle]?.[1] ?? 0) < codePoint) low = middle + 1;
    else high = middle;
  }
  const range = WIDE[low];
  return range !== undefined && range[0] <= codePoint;
}
