/** What a bar shows: how much of its width is filled, and marks at shares of it. */
export interface Bar {
  readonly share: number;
  readonly width: number;
  readonly marks: readonly { readonly at: number; readonly mark: string }[];
  /** Whether the terminal draws more than letters. */
  readonly boxes: boolean;
}

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** A horizontal bar of exactly `width` cells in two parts; a mark shows where nothing is filled. */
export function bar({ share, width, marks, boxes }: Bar): { readonly filled: string; readonly empty: string } {
  const parts = Math.max(0, Math.min(1, share)) * width * 8;
  const eighths = boxes ? Math.round(parts) : Math.round(parts / 8) * 8;
  const filled = (boxes ? "█" : "#").repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? "");
  const cells = Array.from({ length: width }, () => " ");
  for (const { at, mark } of marks) cells[Math.min(width - 1, Math.max(0, Math.floor(at * width)))] = mark;
  return { filled, empty: cells.slice(filled.length).join("") };
}
