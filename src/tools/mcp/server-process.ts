import type { Readable, Writable } from "node:stream";
import { type Child, type ChildExit, startChild } from "#platform";
import { groupStopper } from "../sandbox/stopper.ts";
import { trustedProgram } from "../sandbox/trusted-program.ts";
import { MCP_LIMITS } from "./mcp-limits.ts";
import type { ProcessWatch } from "../sandbox/process-watch.ts";

/** A program to be started as a server. */
export interface ServerStart {
  /** An absolute path. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly watch: ProcessWatch;
}

/** A server that runs as a process of ours. */
export interface ServerProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly exit: Promise<ChildExit>;
  /** The last of what it wrote to its standard error. */
  stderrTail(): string;
  /** Ends it and all that came of it: at once, or after it was let go and asked. Nothing of it runs when this resolves. */
  end(how: "quietly" | "now"): Promise<void>;
}

/** Starts a server in a session of its own, tied to our life where setpriv is there to see to it. */
export async function startServer({ program, args, cwd, env, watch }: ServerStart): Promise<ServerProcess> {
  const mark = watch.mark();
  const [first, ...argv] = tiedToUs(program, args);
  const child = await startChild({
    program: first,
    argv,
    cwd,
    env: { ...env, ...mark.env },
    stdin: "pipe",
    detached: true,
  });
  const { stdin, stdout, stderr } = child;
  if (stdin === undefined || stdout === undefined || stderr === undefined) throw new Error("a server has three pipes");
  // A server that ends while it is written to is seen by its end, not by this.
  stdin.on("error", () => undefined);
  const stderrTail = keepTail(stderr, MCP_LIMITS.stderrTail);
  let ending: Promise<void> | undefined;
  const end = (how: "quietly" | "now"): Promise<void> => (ending ??= endServer(child, { mark: mark.text, how }));
  return { stdin, stdout, exit: child.exit, stderrTail, end };
}

function tiedToUs(program: string, args: readonly string[]): readonly [string, ...string[]] {
  const setpriv = trustedProgram("setpriv");
  return setpriv === undefined ? [program, ...args] : [setpriv, "--pdeathsig", "KILL", "--", program, ...args];
}

async function endServer(child: Child, { mark, how }: { mark: string; how: "quietly" | "now" }): Promise<void> {
  const stopper = groupStopper(child, mark);
  child.stdin?.end();
  if (how === "quietly" && !(await endsWithin(child, MCP_LIMITS.quietEndMs))) {
    stopper.ask();
    await endsWithin(child, MCP_LIMITS.askedEndMs);
  }
  stopper.force();
  await endsWithin(child, MCP_LIMITS.forcedEndMs);
  await stopper.clear();
  // Somebody who is not of it may hold the pipes for ever.
  child.stdin?.destroy();
  child.stdout?.destroy();
  child.stderr?.destroy();
}

/** Whether it ends by itself in that time. */
async function endsWithin({ exit }: Child, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), ms);
  const ended = await Promise.race([exit.then(() => true), late.promise]);
  clearTimeout(timer);
  return ended;
}

/** Keeps the last bytes of a stream, whatever comes through it. */
function keepTail(stream: Readable, mostBytes: number): () => string {
  let tail: Buffer = Buffer.alloc(0);
  stream.on("data", (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-mostBytes);
  });
  stream.on("error", () => undefined);
  return () => tail.toString("utf8");
}
