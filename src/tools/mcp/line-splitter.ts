const NEWLINE = 0x0a;

/** Cuts bytes into lines. Holds at most one unfinished line, and says so when that gets too long. */
export interface LineSplitter {
  /** Every line that is whole now, without its end; undefined once a line is longer than it may be. */
  push(chunk: Buffer): readonly Buffer[] | undefined;
}

/** A splitter for lines of at most `mostBytes`. */
export function lineSplitter(mostBytes: number): LineSplitter {
  let parts: Buffer[] = [];
  let length = 0;
  return {
    push(chunk) {
      const lines: Buffer[] = [];
      let from = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        if (length + end - from > mostBytes) return undefined;
        lines.push(Buffer.concat([...parts, chunk.subarray(from, end)]));
        parts = [];
        length = 0;
        from = end + 1;
      }
      const rest = chunk.subarray(from);
      length += rest.length;
      if (length > mostBytes) return undefined;
      if (rest.length > 0) parts.push(rest);
      return lines;
    },
  };
}
