import { EXPORT_FORMATS, type ExportFormat, exportHistory, type ExportNote, oneLine } from "#kernel";
import type { Arguments, Failed, HostPorts, Outcome } from "../action.ts";
import { failed, unusable } from "../failed.ts";
import { operand } from "../given.ts";
import { folderOf } from "../path-text.ts";
import { readSession, type ReadSession, SEALED } from "../read-session.ts";
import { saveFile } from "../save-file.ts";
import { readingSessions, resolveSession } from "../with-sessions.ts";

/** A session in another's words. */
export interface SessionExportData {
  readonly action: "session.export";
  readonly sessionId: string;
  readonly format: ExportFormat;
  /** Where it was written; null: it is the answer itself. */
  readonly to: string | null;
  readonly messages: number;
  /** Empty where it was written to a file. */
  readonly text: string;
  /** What the format cannot say as the session says it. */
  readonly notes: readonly ExportNote[];
  /** Why the rest of the session is not in it. */
  readonly problem?: string;
}

/** Writes the conversation of a session as a provider takes it, or for people; of a damaged one what holds, and the exit code is 1. */
export function run(args: Arguments, ports: HostPorts): Promise<Outcome<SessionExportData>> {
  return readingSessions(args, ports, ({ stateFolder, sessions }) => {
    const format = EXPORT_FORMATS.find((each) => each === args.values.get("format"));
    if (format === undefined) return unusable(`--format is one of ${EXPORT_FORMATS.join(", ")}`);
    const meant = resolveSession(operand(args, 0), sessions.list());
    if (!meant.ok) return meant;
    const session = readSession(meant.data, sessions);
    if (session.isSealed) return failed(`session ${oneLine(session.sessionId)} has nothing to export: ${SEALED}`, SHOW);
    const messages = session.history.closedMessages();
    const { text, notes } = exportHistory({ system: systemOf(session), messages }, format, ports.utf8);
    const to = args.values.get("out");
    const failure = to === undefined ? undefined : save(to, text, stateFolder, ports);
    if (failure !== undefined) return failure;
    const { sessionId, problem } = session;
    const data: SessionExportData = {
      action: "session.export",
      sessionId,
      format,
      to: to ?? null,
      messages: messages.length,
      text: to === undefined ? text : "",
      notes,
      ...(problem === undefined ? {} : { problem }),
    };
    return problem === undefined ? { ok: true, data } : { ok: true, data, exit: 1 };
  });
}

const SHOW = "'tusk session show' says how it stands, 'tusk verify' walks its chain";

/** What the model was told before everything else, by the newest run. */
function systemOf({ rows }: ReadSession): string {
  const bound = rows.findLast(({ event }) => event.kind === "policies.bound")?.event;
  return bound?.kind === "policies.bound" ? bound.terms.system : "";
}

/** Nothing is written among what the state folder keeps: a journal that was written over would be gone. */
function save(to: string, text: string, stateFolder: string, ports: HostPorts): Failed | undefined {
  const home = ports.realPath(stateFolder);
  const place = ports.realPath(folderOf(to) || ".");
  const isInside = [place, ports.realPath(to)].some((path) => path === home || path.startsWith(`${home}/`));
  if (isInside) return failed(`${to} is in the state folder, which sessions are not exported to`, "give another path");
  const folder = folderOf(to);
  if (folder !== "" && ports.kindOf(folder) !== "folder")
    return failed(`there is no folder ${folder}`, "make it first, or give another path");
  return saveFile(to, text, { folder: "export directory", file: "save" }, ports);
}
