import { setTimeout as wait } from "node:timers/promises";
import { digestBytes, startChild } from "#platform";
import type { CommandEnd, CommandExit, Sandbox, SandboxCommand } from "#ports";
import { captureOutput } from "../../src/tools/shell/capture.ts";

const PROBE = { probe: "stand-in", expected: "held", observed: "held" };
const SHELL = "/bin/bash -lc";
const ENV = { PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C.UTF-8", HOME: "/nonexistent" };
/** How long whoever holds the pipes after the command's end is waited for. */
const DRAIN_MS = 500;

/** Runs commands as plain process groups, without any walls: what the tool itself does can be tested where there is no sandbox. */
export function directSandbox(root: string, given: Partial<Sandbox> = {}): Sandbox {
  return {
    profile: "workspace-write",
    network: "none",
    backend: { name: "none", version: "0", digest: undefined },
    attestation: [PROBE],
    run: (command) => runDirectly(root, command),
    close: () => undefined,
    ...given,
  };
}

async function runDirectly(root: string, given: SandboxCommand): Promise<CommandEnd> {
  const { command, workdir, limits, signal, onLine } = given;
  const started = performance.now();
  const cwd = `${root}/${workdir}`;
  const child = await startChild({ program: "/bin/bash", argv: ["-lc", command], cwd, env: ENV, detached: true });
  if (child.stdout === undefined || child.stderr === undefined) throw new Error("no pipes");
  const capture = captureOutput({ stdout: child.stdout, stderr: child.stderr, limits, onLine });
  const exit = await endOf(child, { capture, limits, signal });
  killGroup(child.pid, "SIGKILL");
  await Promise.race([capture.closed, wait(DRAIN_MS)]);
  const { stdout, stderr } = capture.finish();
  const digest = digestBytes(Buffer.from("stand-in"));
  const { text: _out, ...out } = stdout;
  const { text: _err, ...err } = stderr;
  return {
    shell: SHELL,
    exit,
    stdout,
    stderr,
    row: {
      workdir,
      workdirReal: cwd,
      sandboxProfile: "workspace-write",
      network: "none",
      profileDigest: digest,
      backend: { name: "none", version: "0", digest: undefined },
      capabilityProbeDigest: digest,
      argvDigest: digest,
      commandDigest: digestBytes(Buffer.from(command)),
      envNames: Object.keys(ENV),
      limits,
      exit,
      stdout: out,
      stderr: err,
      survivorsKilled: undefined,
      violations: [],
      durationMs: performance.now() - started,
    },
  };
}

type Running = Awaited<ReturnType<typeof startChild>>;

interface Ending extends Pick<SandboxCommand, "limits" | "signal"> {
  readonly capture: ReturnType<typeof captureOutput>;
}

async function endOf(child: Running, { capture, limits, signal }: Ending): Promise<CommandExit> {
  const over = new AbortController();
  const late = (ms: number) =>
    wait(ms, "late" as const, { signal: over.signal }).catch(() => new Promise<never>(() => undefined));
  const aborted = new Promise<"aborted">((resolve) => {
    signal.addEventListener("abort", () => resolve("aborted"), { once: true });
    if (signal.aborted) resolve("aborted");
  });
  const overflow = capture.overflow.then(() => "overflow" as const);
  try {
    const first = await Promise.race([child.exit, late(limits.softMs), overflow, aborted]);
    if (first === "overflow") return { kind: "output_limit" };
    if (first === "aborted") return { kind: "aborted" };
    if (first !== "late") return exitOf(first);
    killGroup(child.pid, "SIGTERM");
    const second = await Promise.race([child.exit, late(limits.hardMs), overflow, aborted]);
    if (typeof second === "string") return { kind: "timed_out", timeoutKind: "hard", code: undefined };
    return { kind: "timed_out", timeoutKind: "soft", code: second.code ?? undefined };
  } finally {
    over.abort();
  }
}

function exitOf({ code, signal }: Awaited<Running["exit"]>): CommandExit {
  return code === null ? { kind: "signalled", signal: signal ?? "unknown" } : { kind: "exited", code };
}

function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // All of it is gone.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
