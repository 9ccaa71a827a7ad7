import type { SandboxCheckData, SandboxRunData } from "#host";
import type { CapturedStream, CommandExit } from "#ports";
import { printExactJson } from "./exact-json.ts";
import { paint, type Paper } from "./paper.ts";
import { printLines } from "./shows.ts";

/** Whether the walls stand, and what was seen when they were tried. */
export function sandboxCheck(data: SandboxCheckData, paper: Paper): void {
  if (paper.json) return printExactJson(data, paper);
  const { attested, profile, network, workspace, backend, attestation, problem } = data;
  const verdict = paint(paper, attested ? "green" : "red", attested ? "attested" : "not enforceable");
  paper.print(`${verdict}: ${profile}, network ${network}\n`);
  printLines([`  workspace  ${workspace}`], paper);
  if (backend !== undefined) printLines([`  backend    ${backendText(backend)}`], paper);
  if (problem !== undefined) printLines([`  problem    ${problem}`], paper);
  const width = Math.max(...attestation.map(({ probe }) => probe.length));
  printLines(
    attestation.map(({ probe, expected, observed }) => {
      const mark = expected === observed ? "ok  " : "FAIL";
      return `  ${mark}  ${probe.padEnd(width)}  expected ${expected}, observed ${observed}`;
    }),
    paper,
  );
}

function backendText({ name, version, digest }: NonNullable<SandboxCheckData["backend"]>): string {
  return name === "none" ? "none: this profile has no walls of ours" : `${name} ${version}  ${digest ?? ""}`;
}

/** The output was shown as it came: what is left to say of it stands on standard error. */
export function sandboxRun(data: SandboxRunData, paper: Paper): void {
  if (paper.json) return printExactJson(data, paper);
  const { exit, stdout, stderr, row } = data;
  const notes = [
    endNote(exit, row.limits),
    cutNote("stdout", stdout),
    cutNote("stderr", stderr),
    leftNote(exit, row.survivorsKilled),
    violationNote(row.violations),
  ];
  for (const note of notes) if (note !== undefined) paper.warn(`note: ${note}\n`);
}

function endNote(exit: CommandExit, { softMs, hardMs, maxBytes }: SandboxRunData["row"]["limits"]): string | undefined {
  switch (exit.kind) {
    case "exited":
      return undefined;
    case "signalled":
      return `the command was ended by ${exit.signal}`;
    case "timed_out":
      return exit.timeoutKind === "soft"
        ? `the command was told to stop after ${softMs} ms and ended`
        : `the command was told to stop after ${softMs} ms, and killed ${hardMs} ms later`;
    case "output_limit":
      return `the command was ended: it wrote more than ${maxBytes} bytes (--max-bytes)`;
    case "aborted":
      return "the command was ended before it was done";
    default:
      return exit satisfies never;
  }
}

function violationNote(paths: readonly string[]): string | undefined {
  if (paths.length === 0) return undefined;
  return `runtime.shell_boundary_violation: the command changed what only a person may change: ${paths.join(", ")}`;
}

/** Only where the command itself was through: else they were a part of it. */
function leftNote({ kind }: CommandExit, survivors = 0): string | undefined {
  return kind === "exited" && survivors > 0 ? `${survivors} that it left running ended with it` : undefined;
}

function cutNote(name: string, stream: CapturedStream): string | undefined {
  const { encoding, totalBytes, retainedHead, retainedTail } = stream;
  if (encoding === "binary") return `${name} is binary, ${totalBytes} bytes: a model is shown its size and digest`;
  if (totalBytes === retainedHead + retainedTail) return undefined;
  return `${name} has ${totalBytes} bytes: a model is shown the first ${retainedHead} and the last ${retainedTail}`;
}
