import { readTapeEntry, type WalkedRow } from "#kernel";
import { PortError, type SessionJournal, type SessionReads } from "#ports";
import { counted, type VerifiedThing } from "./verified-thing.ts";

/** Walks one cassette: its chain and the forms of its rows. Whether a replay comes to the same is `tusk replay`'s to say. */
export function verifyCassette(cassette: SessionJournal, sessions: SessionReads): VerifiedThing {
  const { path } = cassette;
  try {
    const { rows, damage } = sessions.read(cassette);
    const seen = counted(rows.length, "row");
    const first = unreadable(rows) ?? damage;
    if (first === undefined) return { thing: "cassette", path, holds: true, seen };
    const { line, problem } = first;
    return { thing: "cassette", path, holds: false, seen, first: { path, line, problem } };
  } catch (error) {
    // A cassette that the machine does not give is a finding like any other.
    if (!(error instanceof PortError)) throw error;
    return {
      thing: "cassette",
      path,
      holds: false,
      seen: "nothing can be read",
      first: { path, problem: error.message },
    };
  }
}

/** The first row that no recording writes. */
function unreadable(rows: readonly WalkedRow[]): { readonly line: number; readonly problem: string } | undefined {
  for (const { line, event } of rows) {
    if (event.kind.startsWith("journal.")) continue;
    const reading = readTapeEntry(event);
    if (!reading.ok) return { line, problem: reading.problem };
  }
  return undefined;
}
