import { isJsonObject, type JsonObject, parseTimestamp, readJsonText, refuseDuplicates, type Utf8 } from "#kernel";
import type { WorkerLine } from "#ports";

type Reader = (line: JsonObject, worker: string) => WorkerLine | undefined;

/** What each kind of line holds; a line of another kind is nobody's. */
const READERS: Readonly<Record<string, Reader>> = {
  "tusk.harness.row.v1": (line, worker) => {
    const [at, row] = [momentIn(line, "at"), line["row"]];
    if (at === undefined || row === undefined || !isJsonObject(row)) return undefined;
    const kind = row["kind"];
    return typeof kind === "string" ? { kind: "row", worker, at, row: { ...row, kind } } : undefined;
  },
  "tusk.worker.heartbeat.v1": (line, worker) => {
    const [at, issueId, expiresAt] = [momentIn(line, "at"), line["issueId"], momentIn(line, "expiresAt")];
    if (at === undefined) return undefined;
    return {
      kind: "heartbeat",
      worker,
      at,
      ...(typeof issueId === "string" ? { issueId } : {}),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    };
  },
  "tusk.worker.refused.v1": (line, worker) => {
    const [code, message] = [line["code"], line["message"]];
    if (typeof code !== "string" || typeof message !== "string") return undefined;
    return { kind: "refused", worker, code, message };
  },
  "tusk.worker.ended.v1": (line, worker) => {
    const reason = line["reason"];
    return typeof reason === "string" ? { kind: "ended", worker, reason } : undefined;
  },
};

/** One line of a worker's standard output; undefined for anything that is none, or names another worker. */
export function readWorkerLine(text: string, worker: string, utf8: Utf8): WorkerLine | undefined {
  const reading = refuseDuplicates(readJsonText(text, utf8));
  if (!reading.ok || !isJsonObject(reading.value)) return undefined;
  const { schema, kind, worker: named } = reading.value;
  if (schema !== 1 || typeof kind !== "string" || named !== worker || !Object.hasOwn(READERS, kind)) return undefined;
  return READERS[kind]?.(reading.value, worker);
}

function momentIn(line: JsonObject, member: string): ReturnType<typeof parseTimestamp> {
  const text = line[member];
  return typeof text === "string" ? parseTimestamp(text) : undefined;
}
