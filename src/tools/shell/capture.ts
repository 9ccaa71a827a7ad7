import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { digestStream } from "#platform";
import type { CapturedStream, CommandLimits, SandboxCommand } from "#ports";
import { capturedStream } from "./captured-stream.ts";
import { KeptBytes } from "./kept-bytes.ts";
import { LineFeed } from "./line-feed.ts";

/** What is captured, and how much of it is taken and kept. */
export interface CaptureOptions {
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly limits: Pick<CommandLimits, "maxBytes" | "headBytes" | "tailBytes">;
  readonly onLine: SandboxCommand["onLine"];
}

/** Output that is being captured. */
export interface Capture {
  /** Resolves when there was more than may be taken. */
  readonly overflow: Promise<void>;
  /** Resolves when both pipes have ended. */
  readonly closed: Promise<void>;
  /** Ends it, whether or not the pipes have ended: they are destroyed, and the last lines told. */
  finish(): { readonly stdout: CapturedStream; readonly stderr: CapturedStream };
}

/**
 * Reads both streams of a command for as long as they last, so that it is never held up, with memory that does not grow: of each the
 * ends are kept, all of it is hashed and counted. What comes past `maxBytes` of both is read and thrown away.
 */
export function captureOutput({ stdout, stderr, limits, onLine }: CaptureOptions): Capture {
  const overflow = Promise.withResolvers<void>();
  const budget: Budget = { left: limits.maxBytes, onOverflow: overflow.resolve };
  const line = (stream: "stdout" | "stderr") => onLine && ((text: string) => onLine(stream, text));
  const out = captureStream(stdout, { limits, budget, onLine: line("stdout") });
  const err = captureStream(stderr, { limits, budget, onLine: line("stderr") });
  return {
    overflow: overflow.promise,
    closed: Promise.all([out.closed, err.closed]).then(() => undefined),
    finish: () => ({ stdout: out.finish(), stderr: err.finish() }),
  };
}

/** Bytes that both streams may still take. */
interface Budget {
  left: number;
  readonly onOverflow: () => void;
}

interface StreamSetting {
  readonly limits: CaptureOptions["limits"];
  readonly budget: Budget;
  readonly onLine: ((line: string) => void) | undefined;
}

interface StreamCapture {
  readonly closed: Promise<void>;
  finish(): CapturedStream;
}

function captureStream(stream: Readable, { limits, budget, onLine }: StreamSetting): StreamCapture {
  const kept = new KeptBytes(limits);
  const hasher = digestStream();
  const lines = onLine && new LineFeed(onLine);
  let captured: CapturedStream | undefined;
  stream.on("data", (bytes: Buffer) => {
    if (captured !== undefined) return;
    const taken = bytes.length > budget.left ? bytes.subarray(0, budget.left) : bytes;
    budget.left -= taken.length;
    kept.add(taken);
    hasher.update(taken);
    lines?.add(taken);
    if (taken.length < bytes.length) budget.onOverflow();
    if (stream instanceof Socket) release(bytes);
  });
  // A pipe that cannot be read is a pipe that has ended: its end is told by `close`.
  stream.on("error", () => undefined);
  return {
    closed: new Promise((resolve) => {
      if (stream.closed) resolve();
      else stream.once("close", resolve);
    }),
    finish() {
      stream.destroy();
      if (captured === undefined) {
        lines?.end();
        captured = capturedStream(kept, hasher.digest());
      }
      return captured;
    },
  };
}

/** Gives back the memory of what a pipe has read: left to the garbage collector, a flood would have tens of megabytes of it lie about. */
function release({ buffer, length }: Buffer): void {
  // A small part may share its buffer with others; one that fills it alone is the pipe's own.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}
