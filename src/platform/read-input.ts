import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from "node:fs";
import { osErrorText } from "./os-error.ts";

/** Largest file a command reads: beyond it the parsed tree would not fit a default heap. */
export const MAX_INPUT_BYTES: number = 256 * 1024 * 1024;
const CHUNK = 64 * 1024;
const ACCESS_MODE = 0o3;

/** The bytes of a file, or one sentence why there are none. */
export type InputBytes =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: string };

/** Reads a whole file, bounded and without ever waiting on a FIFO that nobody writes. */
export function readInput(path: string): InputBytes {
  const inherited = inheritedDescriptor(path);
  if (inherited !== undefined) return readDescriptor(inherited);
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return { ok: false, reason: osErrorText(error) };
  }
  try {
    if (fstatSync(descriptor).isFIFO())
      return { ok: false, reason: "it is a FIFO; give a file, or /dev/stdin to read a pipe" };
    return readDescriptor(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** What {@link awaitInput} has read, to its end. */
let awaited: InputBytes | undefined;

/** Reads standard input to its end, bounded. */
export function readStandardInput(): InputBytes {
  return awaited ?? readDescriptor(0);
}

/**
 * Whether somebody writes to standard input, or has closed it, within a time; then it is read to its end, for {@link readStandardInput}. An open pipe on
 * which nothing is said, as programs have it that are started by others, is left alone and keeps nobody waiting.
 */
export function awaitInput(waitMs: number): Promise<boolean> {
  if (!hasPipedInput()) return Promise.resolve(false);
  if (fstatSync(0).isFile()) return Promise.resolve(true);
  const { stdin } = process;
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve) => {
    const end = (heard: boolean): void => {
      clearTimeout(timer);
      stdin.off("data", hear).off("end", ended).off("error", failed);
      stdin.pause();
      if ("unref" in stdin && typeof stdin.unref === "function") stdin.unref();
      resolve(heard);
    };
    const hear = (chunk: Buffer): void => {
      clearTimeout(timer);
      length += chunk.length;
      if (length <= MAX_INPUT_BYTES) return void chunks.push(chunk);
      awaited = tooLarge(`more than ${MAX_INPUT_BYTES} bytes`);
      end(true);
    };
    const ended = (): void => {
      awaited = { ok: true, bytes: Buffer.concat(chunks) };
      end(true);
    };
    const failed = (error: Error): void => {
      awaited = { ok: false, reason: osErrorText(error) };
      end(true);
    };
    const timer = setTimeout(() => end(false), waitMs);
    stdin.on("data", hear).on("end", ended).on("error", failed);
  });
}

/** Whether standard input is a pipe, a socket or a file: then somebody has put something into it, or will. */
export function hasPipedInput(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isFile() || input.isSocket();
  } catch (error) {
    // Closed before we were started.
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}

/** Pipes that the shell opened for us (`/dev/stdin`, `<(...)`) have a writer: they may be waited for. */
function inheritedDescriptor(path: string): number | undefined {
  if (path === "/dev/stdin") return 0;
  const number = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(path)?.[1];
  return number !== undefined && wasInherited(Number(number)) ? Number(number) : undefined;
}

/** A pipe whose writing end is elsewhere. Node's own pipes have both ends here: reading one could wait for ever. */
function wasInherited(descriptor: number): boolean {
  try {
    const pipe = readlinkSync(`/proc/self/fd/${descriptor}`);
    return pipe.startsWith("pipe:") && !openForWriting().includes(pipe);
  } catch {
    // Not open, or no such list on this platform: then it is a path like any other.
    return false;
  }
}

/** What this process's writable descriptors point at. */
function openForWriting(): readonly string[] {
  return readdirSync("/proc/self/fd").flatMap((name) => {
    try {
      const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${name}`, "utf8"))?.[1] ?? "0";
      const writable = (Number.parseInt(flags, 8) & ACCESS_MODE) !== constants.O_RDONLY;
      return writable ? [readlinkSync(`/proc/self/fd/${name}`)] : [];
    } catch {
      // The descriptor that listed the others is gone by now.
      return [];
    }
  });
}

function readDescriptor(descriptor: number): InputBytes {
  try {
    const { size } = fstatSync(descriptor);
    if (size > MAX_INPUT_BYTES) return tooLarge(`${size} bytes`);
    return readToEnd(descriptor, size);
  } catch (error) {
    return { ok: false, reason: osErrorText(error) };
  }
}

function readToEnd(descriptor: number, size: number): InputBytes {
  // One byte more than the size, so that a file of that size ends on the second read.
  let buffer = Buffer.allocUnsafe(Math.max(size + 1, CHUNK));
  let length = 0;
  for (;;) {
    const read = readSome(descriptor, buffer, length);
    if (read === 0) return { ok: true, bytes: buffer.subarray(0, length) };
    length += read;
    if (length > MAX_INPUT_BYTES) return tooLarge(`more than ${MAX_INPUT_BYTES} bytes`);
    if (length === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length)]);
  }
}

/** Reads what there is, waiting while a descriptor that does not block has nothing yet. */
function readSome(descriptor: number, buffer: Buffer, at: number): number {
  for (;;) {
    try {
      return readSync(descriptor, buffer, at, buffer.length - at, null);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

function tooLarge(size: string): InputBytes {
  return { ok: false, reason: `it has ${size}; the limit is ${MAX_INPUT_BYTES} bytes (256 MiB)` };
}
