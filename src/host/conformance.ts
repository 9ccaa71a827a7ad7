import {
  canonicalJson,
  type CheckRow,
  isJsonObject,
  type Json,
  type JoinReport,
  judgeJoin,
  judgeJoinAndMutation,
  type JsonObject,
  type MutationReport,
  problemText,
  readJson,
  readTurn,
} from "#kernel";
import type { HostPorts } from "./action.ts";
import type { CaseResult } from "./actions/conformance-run.ts";

/** One suite: its name, and how its cases are judged. */
interface Suite {
  readonly suite: "vectors" | "reference" | "turns";
  readonly run: (ports: HostPorts) => readonly CaseResult[];
}

/** Every suite there is. */
export const CONFORMANCE_SUITES: readonly Suite[] = [
  { suite: "vectors", run: (ports) => vectorCases("conformance/vectors", ports) },
  { suite: "reference", run: (ports) => vectorCases("conformance/reference", ports) },
  { suite: "turns", run: turnCases },
];

/** What the gate says of one case. */
type Judged =
  | { readonly ok: true; readonly report: JoinReport; readonly mutation: MutationReport | undefined }
  | { readonly ok: false; readonly reason: string };

/** Vectors: each yields exactly its violations, in report order. */
function vectorCases(folder: string, ports: HostPorts): readonly CaseResult[] {
  return ports.listOwn(folder).flatMap((path) => {
    if (!path.endsWith(".json")) return [];
    const vector = readCase(path, ports);
    if (vector === undefined) return [{ path, why: "it is no JSON object" }];
    const judged = judge(vector["input"] ?? null, vector["mutation"], ports);
    const found = judged.ok ? violationsOf(judged) : { unusable: judged.reason };
    return [{ path, why: difference(vector["violations"] ?? null, found) }];
  });
}

/** Turns: each comes to what `expected.json` beside them says of it. */
function turnCases(ports: HostPorts): readonly CaseResult[] {
  const files = ports.listOwn("conformance/turns");
  return files
    .filter((path) => path.endsWith("/expected.json"))
    .flatMap((list) => {
      const folder = list.slice(0, -"/expected.json".length);
      return Object.entries(readCase(list, ports) ?? {}).map(([name, expected]) => {
        const path = `${folder}/${name}`;
        const turn = readCase(path, ports);
        if (turn === undefined) return { path, why: "it is no JSON object" };
        // A mutation stands beside the turn it is asked on.
        const mutation = readCase(path.replace(/\.json$/, ".mutation.json"), ports);
        return { path, why: difference(expected, outcomeOf(judge(turn, mutation, ports), expected)) };
      });
    });
}

function judge(input: Json, mutation: Json | undefined, ports: HostPorts): Judged {
  const reading = readTurn(ports.utf8.encode(canonicalJson(input)), ports.utf8);
  if (!reading.ok) return { ok: false, reason: problemText(reading.problem) };
  if (mutation !== undefined) return judgeJoinAndMutation(reading.value, mutation, ports.sha256);
  const judgement = judgeJoin(reading.value, ports.sha256);
  return judgement.ok ? { ok: true, report: judgement.report, mutation: undefined } : judgement;
}

function violationsOf({ report, mutation }: Extract<Judged, { ok: true }>): Json {
  return [...report.checks, ...(mutation?.checks ?? [])].flatMap((row: CheckRow) => {
    if (row.outcome !== "tripped") return [];
    return row.findings.map(({ subject, path }) => ({ class: row.class, subject, path }));
  });
}

/** What a turn came to, in the words of `expected.json`: only what is asked there is answered. */
function outcomeOf(judged: Judged, expected: Json): Json {
  const asked = isJsonObject(expected) ? expected : {};
  // Which part of the documents a turn belongs to is said, not judged; a long reason may be expected in part.
  const said: JsonObject = { slices: asked["slices"] ?? null };
  const answers: JsonObject = {
    ...said,
    ...(judged.ok ? verdictOf(judged) : unusable(judged.reason, asked["reason"])),
  };
  return Object.fromEntries(Object.keys(asked).map((key) => [key, answers[key] ?? null]));
}

function verdictOf({ report, mutation }: Extract<Judged, { ok: true }>): JsonObject {
  const checks = [...report.checks, ...(mutation?.checks ?? [])];
  const tripped = checks.flatMap((row) => (row.outcome === "tripped" ? [row] : []));
  const withheld = checks.filter((row) => row.outcome === "withheld").map((row) => row.class);
  const accepted = (mutation ?? report).accepted;
  return {
    result: tripped.length > 0 ? "rejected" : accepted ? "accepted" : "withheld",
    failureClasses: [...report.failureClasses, ...(mutation?.failureClasses ?? [])].toSorted(),
    answer: tripped.every((row) => row.answer === "continue") ? "continue" : "stop",
    withheld,
    callSpecDigest: report.normalized.digests.callSpecDigest,
    joinSetDigest: report.normalized.digests.joinSetDigest,
    evidenceDigest: report.evidenceDigest ?? null,
  };
}

function unusable(reason: string, asked: Json | undefined): JsonObject {
  const told = typeof asked === "string" && reason.includes(asked) ? asked : reason;
  return { result: "unusable", failureClasses: [], reason: told };
}

function difference(expected: Json, found: Json): string | undefined {
  const [want, got] = [canonicalJson(expected), canonicalJson(found)];
  return want === got ? undefined : `expected ${shown(want)}, found ${shown(got)}`;
}

function shown(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

function readCase(path: string, ports: HostPorts): JsonObject | undefined {
  const file = ports.readOwn(path);
  if (!file.ok) return undefined;
  const reading = readJson(file.bytes, ports.utf8);
  return reading.ok && isJsonObject(reading.value) ? reading.value : undefined;
}
