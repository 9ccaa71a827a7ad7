import { hash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  canonicalJson,
  digestText,
  JOIN_CHECK_INPUT,
  type JoinCheckInput,
  judgeJoin,
  readJson,
  readStruct,
} from "#kernel";
import { sha256, utf8 } from "#platform";
import { agentCases } from "./agent-cases.ts";
import { boundaryCases } from "./boundary-cases.ts";
import { evidenceOf } from "./evidence.ts";
import { fileToolCases } from "./file-tool-cases.ts";
import { fullEvidenceOf } from "./full-evidence.ts";
import { harnessCases } from "./harness-cases.ts";
import { importCases } from "./import-cases.ts";
import { issueCases } from "./issue-cases.ts";
import { journalCases } from "./journal-cases.ts";
import { asProcess, inProcess, peakOf, type Work } from "./measure.ts";
import { permissionCases } from "./permission-cases.ts";
import { sandboxCases } from "./sandbox-cases.ts";
import { shellCases } from "./shell-cases.ts";
import { trajectoryCases } from "./trajectory-cases.ts";
import { turnCases } from "./turn-cases.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const LAUNCH = join(root, "bin/launch.cjs");

/** One thing that is measured against a baseline of the same run. */
export interface Case {
  readonly name: string;
  /** Size of the input in bytes, where there is one. */
  readonly bytes: number;
  readonly work: Work;
  readonly baseline: Work;
  readonly baselineName: string;
  readonly samples: number;
  /** How often it is run before anything is measured, where that is not by its size. */
  readonly warmUps?: number;
  /** Largest ratio of the medians that the issue asks for. */
  readonly goal?: number;
  /** Peak memory in bytes, and the most it may be. */
  readonly peak?: { readonly measure: () => number; readonly most: number };
  readonly short: boolean;
}

/** All cases, over evidence files that are made for this run and removed by `dispose`; a short run makes no large ones. */
export function makeCases({ short }: { readonly short: boolean }): {
  readonly cases: readonly Case[];
  readonly dispose: () => void;
} {
  const folder = mkdtempSync(join(tmpdir(), "tusk-bench-"));
  const sizes = short ? [1, 1_000] : [1, 1_000, 10_000, 50_000];
  const cases = sizes.flatMap((calls) => casesAt(calls, folder));
  const full = sizes.filter((calls) => calls <= 10_000).flatMap(fullCasesAt);
  return {
    cases: [
      ...cases,
      ...full,
      ...turnCases(),
      ...agentCases(folder),
      coldStart(),
      ...importCases(),
      ...issueCases(folder),
      ...journalCases(folder),
      ...trajectoryCases(folder),
      ...boundaryCases(folder),
      ...fileToolCases(folder),
      ...permissionCases(),
      ...shellCases(),
      ...sandboxCases(),
      ...harnessCases(folder),
    ],
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const bareNode = asProcess(process.execPath, ["-e", "0"]);

function coldStart(): Case {
  return {
    name: "tusk --version",
    bytes: 0,
    work: asProcess(join(root, "bin/tusk"), ["--version"]),
    baseline: bareNode,
    baselineName: "node -e 0",
    samples: 30,
    goal: 1.2,
    short: true,
  };
}

function casesAt(calls: number, folder: string): readonly Case[] {
  const text = evidenceOf(calls);
  const bytes = Buffer.from(text);
  const file = join(folder, `${calls}.json`);
  writeFileSync(file, bytes);
  const native = inProcess(() => {
    JSON.parse(text);
    hash("sha256", bytes);
  });
  const common = {
    bytes: bytes.length,
    baseline: native,
    baselineName: "JSON.parse + sha256",
    samples: samplesFor(calls),
  };
  const short = calls <= 1_000;
  return [
    { ...common, name: `read ${calls}`, work: inProcess(() => void inputOf(bytes)), short },
    { ...common, name: `digest ${calls}`, work: inProcess(() => digestFree(bytes)), short },
    {
      ...common,
      name: `join ${calls}`,
      work: inProcess(() => judge(bytes)),
      ...(calls > 1 ? { goal: 5 } : {}),
      short,
    },
    commandCase(calls, file, bytes.length),
  ];
}

/** The full profile against the reference profile on the same calls: judging alone, and reading with it. */
function fullCasesAt(calls: number): readonly Case[] {
  return [...fullCases(calls, 12, ""), ...(calls === 10_000 ? fullCases(calls, 0, ", empty payloads") : [])];
}

function fullCases(calls: number, lines: number, note: string): readonly Case[] {
  const full = Buffer.from(fullEvidenceOf(calls, lines));
  const reference = Buffer.from(withoutTusk(full));
  const [fullInput, referenceInput] = [inputOf(full), inputOf(reference)];
  const common = { bytes: full.length, samples: samplesFor(calls), short: calls <= 1_000 };
  return [
    {
      ...common,
      name: `judge full ${calls}${note}`,
      work: inProcess(() => judgeInput(fullInput)),
      baseline: inProcess(() => judgeInput(referenceInput)),
      baselineName: "judge reference",
      ...(calls === 10_000 && lines > 0 ? { goal: 2 } : {}),
    },
    {
      ...common,
      name: `join full ${calls}${note}`,
      work: inProcess(() => judge(full)),
      baseline: inProcess(() => judge(reference)),
      baselineName: "join reference",
    },
  ];
}

function withoutTusk(full: Uint8Array): string {
  const { evidence, ...rest } = inputOf(full);
  return JSON.stringify({ ...rest, evidence: { ...evidence, tusk: undefined } });
}

function inputOf(bytes: Uint8Array): JoinCheckInput {
  const reading = readStruct(bytes, JOIN_CHECK_INPUT, utf8);
  if (!reading.ok) throw new Error("the evidence cannot be read");
  return reading.value;
}

function judgeInput(input: JoinCheckInput): void {
  const judgement = judgeJoin(input, sha256);
  if (!judgement.ok || !judgement.report.accepted) throw new Error("the turn was not accepted");
}

function commandCase(calls: number, file: string, bytes: number): Case {
  const args = ["harness-join-check", "--input", file, "--json"];
  const goal = calls === 1 ? 1.6 : calls === 1_000 ? 3 : undefined;
  return {
    name: `harness-join-check ${calls}`,
    bytes,
    work: asProcess(join(root, "bin/premath"), args),
    baseline: bareNode,
    baselineName: "node -e 0",
    samples: calls <= 1_000 ? 25 : calls <= 10_000 ? 12 : 6,
    ...(goal === undefined ? {} : { goal }),
    peak: { measure: () => peakOf([LAUNCH, "premath", ...args]), most: 80e6 + 12 * bytes },
    short: calls <= 1_000,
  };
}

function samplesFor(calls: number): number {
  return calls === 1 ? 400 : calls === 1_000 ? 60 : calls === 10_000 ? 40 : 6;
}

function digestFree(bytes: Uint8Array): void {
  const reading = readJson(bytes, utf8);
  if (!reading.ok) throw new Error("the evidence cannot be read");
  digestText(sha256, canonicalJson(reading.value));
}

function judge(bytes: Uint8Array): void {
  judgeInput(inputOf(bytes));
}
