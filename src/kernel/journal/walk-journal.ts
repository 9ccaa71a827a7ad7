import type { Digest } from "../digest/digest.ts";
import { findPieces, isBeginningOf, type LineRange, type Piece } from "./find-pieces.ts";
import type { JournalDamage, JournalDamageKind, JournalMend } from "./journal-findings.ts";
import { type Codec, type LinkedRow, readJournalRow, type RowReading } from "./journal-row.ts";
import { type Link, linkDamage } from "./link-damage.ts";

/** A row of a journal and where its bytes are, newline not counted. */
export interface WalkedRow extends LinkedRow {
  readonly self: Digest;
  readonly line: number;
  readonly offset: number;
  readonly length: number;
}

/** A journal as far as it holds: every row of one unbroken chain, what a crash left in it, and the first thing that no crash leaves. */
export interface WalkedJournal {
  readonly rows: readonly WalkedRow[];
  readonly mends: readonly JournalMend[];
  /** Rows behind it are not walked: nothing vouches for them. */
  readonly damage: JournalDamage | undefined;
}

const NEWLINE = 0x0a;

/** Walks the bytes of a journal from its first row. Never throws, whatever they are. */
export function walkJournal(bytes: Uint8Array, codec: Codec): WalkedJournal {
  const walk = new Walk(bytes, codec);
  for (let line = 1, start = 0; start < bytes.length && walk.damage === undefined; line++) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    walk.takeLine({ line, start, end, isEnded: newline !== -1 });
    start = end + 1;
  }
  return { rows: walk.rows, mends: walk.mends, damage: walk.damage };
}

interface Line extends LineRange {
  readonly line: number;
}

class Walk {
  readonly rows: WalkedRow[] = [];
  readonly mends: JournalMend[] = [];
  damage: JournalDamage | undefined;
  readonly #bytes: Uint8Array;
  readonly #codec: Codec;
  #epoch = 0;
  constructor(bytes: Uint8Array, codec: Codec) {
    this.#bytes = bytes;
    this.#codec = codec;
  }

  takeLine(line: Line): void {
    const text = this.#codec.utf8.decode(this.#bytes, line.start, line.end);
    const reading: RowReading =
      text === undefined
        ? { ok: false, kind: "changed", problem: "it is not UTF-8" }
        : readJournalRow(text, this.#codec);
    if (!reading.ok) return this.#takeApart(line, reading);
    this.#takeRow(line, { start: line.start, end: line.end, row: reading });
    if (!line.isEnded && this.damage === undefined) this.#mend("unended", line.line, line.end, 0);
  }

  /** A line that is not one row: what a crash leaves is taken apart, anything else is the damage. */
  #takeApart(line: Line, { kind, problem }: Extract<RowReading, { ok: false }>): void {
    const zero = this.#bytes.subarray(line.start, line.end).indexOf(0);
    if (zero !== -1) return this.#takeZeros(line, line.start + zero);
    const pieces = findPieces(this.#bytes, line, this.#due(), this.#codec);
    if (pieces === undefined || pieces.length === 0) return this.#stop(kind, line, line.start, problem);
    for (const piece of pieces) {
      if (piece.start > line.start && piece.row !== undefined) this.#mend("glued", line.line, piece.start, 0);
      // A row that was never finished has no newline behind it: this one was whole once.
      if (piece.row === undefined && line.isEnded && piece.end === line.end)
        this.#stop(kind, line, piece.start, problem);
      else if (piece.row === undefined) this.#takeTorn(line, piece);
      else this.#takeRow(line, piece);
      if (this.damage !== undefined) return;
    }
    if (!line.isEnded && pieces.at(-1)?.row !== undefined) this.#mend("unended", line.line, line.end, 0);
  }

  /** A disk that lost power may leave a tail of zeros. Anywhere else, or before anything else, they stand for bytes that are gone. */
  #takeZeros(line: Line, zero: number): void {
    const rest = this.#bytes.subarray(zero, line.end);
    const count = rest.findIndex((byte) => byte !== 0);
    if (line.isEnded || zero !== line.start || count !== -1)
      this.#stop("nul", line, zero, `${count === -1 ? rest.length : count} NUL byte(s) stand where text was`);
    else this.#mend("torn", line.line, line.start, rest.length);
  }

  #takeTorn(line: Line, piece: Piece): void {
    if (isBeginningOf(this.#bytes, piece, this.#due())) {
      this.#mend("torn", line.line, piece.start, piece.end - piece.start);
      return;
    }
    const { seq } = this.#due();
    this.#stop("foreign", line, piece.start, `it is torn, and not the beginning of row ${seq}, which was due`);
  }

  #takeRow(line: Line, { start, end, row: reading }: Piece): void {
    if (reading === undefined) return;
    const { row, self } = reading;
    const found = linkDamage({ row, self }, this.rows, () => this.#laterLine(line));
    const broken = found ?? this.#epochDamage(row);
    if (broken !== undefined) return this.#stop(broken.kind, line, start, broken.problem);
    this.rows.push({ ...row, self, line: line.line, offset: start, length: end - start });
  }

  /** Each opening has the next epoch: a writer that was overtaken cannot have written behind the one that overtook it. */
  #epochDamage({ event }: LinkedRow): { readonly kind: "epoch"; readonly problem: string } | undefined {
    if (event.kind !== "journal.opened") return undefined;
    const { epoch } = event;
    if (epoch !== this.#epoch + 1) {
      const given = typeof epoch === "number" ? `its epoch is ${epoch}` : "it names no epoch";
      return { kind: "epoch", problem: `${given}, and ${this.#epoch + 1} was due` };
    }
    this.#epoch += 1;
    return undefined;
  }

  /** The line further down where the row stands that was due here; undefined when it is nowhere. */
  #laterLine({ line, end }: Line): number | undefined {
    const due = this.#due();
    for (let at = line + 1, start = end + 1; start < this.#bytes.length; at++) {
      const newline = this.#bytes.indexOf(NEWLINE, start);
      const lineEnd = newline === -1 ? this.#bytes.length : newline;
      if (isBeginningOf(this.#bytes, { start, end: lineEnd }, due)) return at;
      start = lineEnd + 1;
    }
    return undefined;
  }

  #due(): Link {
    const last = this.rows.at(-1);
    return { seq: (last?.seq ?? -1) + 1, prev: last?.self };
  }

  #mend(kind: JournalMend["kind"], line: number, offset: number, length: number): void {
    this.mends.push({ kind, line, offset, length });
  }

  #stop(kind: JournalDamageKind, { line }: Line, offset: number, problem: string): void {
    this.damage = { kind, line, offset, problem };
  }
}
