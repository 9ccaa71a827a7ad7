import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { callSetting, codingTools, executeCall, finalizeCall, openWorkspace, prepareCall, toolSet } from "#tools";
import type { Case } from "./cases.ts";
import { asProcess, inProcess, once, peakOf, type Work } from "./measure.ts";

const TOOLS = toolSet(...codingTools).build();
const READ_PAGE = fileURLToPath(new URL("read-page.ts", import.meta.url));
const LINE = "a line of text that is about as long as lines of source code are, more or less";

/** What an edit costs beyond reading and writing the file, and what a page of a large file costs in memory (T06, T07). */
export function fileToolCases(folder: string): readonly Case[] {
  const file = once(() => {
    const path = join(folder, "edited.txt");
    writeFileSync(path, lines(1_000_000));
    return path;
  });
  const edit = once(() => editOf(file()));
  const common = { bytes: 1e6, samples: 40, work: () => edit()() };
  return [
    {
      ...common,
      name: "edit 1 MB",
      baseline: replaced(file),
      baselineName: "read + synced write",
      goal: 3,
      short: true,
    },
    {
      ...common,
      name: "edit 1 MB, unsynced",
      baseline: rewritten(file),
      baselineName: "read + write, no sync",
      short: false,
    },
    pageCase(folder),
  ];
}

function lines(bytes: number): string {
  return Array.from(
    { length: Math.ceil(bytes / (LINE.length + 9)) },
    (_, at) => `${String(at).padStart(7, "0")} ${LINE}\n`,
  ).join("");
}

/** One edit in the middle of the file, there and back again. */
function editOf(file: string): Work {
  const workspace = openWorkspace(dirname(file), { role: "bench" });
  const setting = callSetting({ workspace });
  const texts = [`0006000 ${LINE}`, `0006000 another ${LINE}`];
  return inProcess(() => {
    const [old_string, new_string] = texts;
    texts.reverse();
    const argumentsText = JSON.stringify({ path: "edited.txt", old_string, new_string });
    const preparing = prepareCall(TOOLS, { toolCallId: "call-1", tool: "edit", argumentsText });
    if (preparing instanceof Promise || !preparing.ok) throw new Error("the edit was refused");
    const execution = executeCall(preparing.call, setting);
    if (execution instanceof Promise) throw new Error("the edit took its time");
    const settlement = finalizeCall(preparing.call, execution, setting);
    if (settlement instanceof Promise || settlement.outcome !== "ok") throw new Error("the edit failed");
  });
}

/** The file read and written so that a crash leaves the old one or the new one: what every safe edit does at least. */
function replaced(path: () => string): Work {
  return inProcess(() => {
    const file = path();
    const text = readFileSync(file, "utf8");
    const draft = openSync(`${file}.draft`, "w");
    writeFileSync(draft, text);
    fsyncSync(draft);
    closeSync(draft);
    renameSync(`${file}.draft`, file);
    const parent = openSync(dirname(file), "r");
    fsyncSync(parent);
    closeSync(parent);
  });
}

function rewritten(file: () => string): Work {
  return inProcess(() => writeFileSync(file(), readFileSync(file(), "utf8")));
}

/** A page behind a gigabyte of lines, against a page of a small file: time grows with what is passed over, memory does not. */
function pageCase(folder: string): Case {
  const large = once(() => largeFile(join(folder, "large.txt"), 1_000));
  const small = once(() => largeFile(join(folder, "small.txt"), 1));
  return {
    name: "read a page of 1 GB",
    bytes: 1e9,
    work: () => asProcess(process.execPath, [READ_PAGE, large().path, large().last])(),
    baseline: () => asProcess(process.execPath, [READ_PAGE, small().path, small().last])(),
    baselineName: "a page of 1 MB",
    samples: 3,
    peak: { measure: () => peakOf([READ_PAGE, large().path, large().last]), most: 160e6 },
    short: false,
  };
}

function largeFile(path: string, megabytes: number): { readonly path: string; readonly last: string } {
  const block = lines(1_000_000);
  const descriptor = openSync(path, "w");
  for (let at = 0; at < megabytes; at++) writeSync(descriptor, block);
  closeSync(descriptor);
  const inAll = (statSync(path).size / block.length) * (block.split("\n").length - 1);
  return { path, last: `${inAll - 50}` };
}
