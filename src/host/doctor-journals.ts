import { PortError, type SessionJournal, type SessionReads } from "#ports";
import type { HostPorts } from "./action.ts";
import { type DoctorRow, listed, row } from "./doctor-row.ts";

/** So many journals are walked; who wants all of them runs `tusk verify`. */
const WALKED = 100;

type Health = "whole" | "torn" | "damaged";

/** Walks the journals of a state folder: their chains, not their turns. Nothing is locked or mended. */
export async function journalsRow(stateFolder: string, ports: HostPorts): Promise<DoctorRow> {
  if (ports.kindOf(stateFolder) !== "folder")
    return row("journals", `there is no state folder ${stateFolder} yet; tusk init and tusk run make one`);
  try {
    return walkedRow(await ports.readSessions(stateFolder));
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    return row("journals", error.message, ["fail", "make the state folder readable for you"]);
  }
}

function walkedRow(sessions: SessionReads): DoctorRow {
  const all = sessions.list();
  const walked = all
    .slice(0, WALKED)
    .map((journal) => ({ id: journal.sessionId, health: healthOf(journal, sessions) }));
  const ids = (health: Health): readonly string[] =>
    walked.filter((seen) => seen.health === health).map(({ id }) => id);
  const [torn, damaged, strays] = [ids("torn"), ids("damaged"), sessions.strays()];
  const more = all.length > WALKED ? `; ${all.length - WALKED} more were not walked` : "";
  const told = [
    `${all.length} sessions${more}`,
    ...(damaged.length === 0 ? [] : [`damaged: ${listed(damaged)}`]),
    ...(torn.length === 0 ? [] : [`with an unfinished row at their end: ${listed(torn)}`]),
    ...(strays.length === 0 ? [] : [`files that are no session's: ${listed(strays.map(({ path }) => path))}`]),
  ].join("; ");
  if (damaged.length > 0 || strays.length > 0)
    return row("journals", told, [
      "fail",
      "tusk verify names the first bad row of each; what stands before it still shows with tusk session show",
    ]);
  if (torn.length > 0)
    return row("journals", told, ["warn", "tusk session resume ID mends it and settles what was left open"]);
  return row("journals", told);
}

function healthOf(journal: SessionJournal, sessions: SessionReads): Health {
  try {
    const { damage, mends } = sessions.read(journal);
    if (damage !== undefined) return "damaged";
    return mends.length > 0 ? "torn" : "whole";
  } catch (error) {
    // One that cannot be read is a finding like any other.
    if (error instanceof PortError) return "damaged";
    throw error;
  }
}
