import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { osErrorText } from "#platform";
import { KeptBytes } from "#tools";

/** What a log keeps of its first bytes as they come, and of its last ones. */
const HEAD_BYTES: number = 8 * 1024 * 1024;
/** What is kept of the end of each stream, for failure classes. */
const TAIL_BYTES: number = 64 * 1024;
/** The logs that are kept of one issue and worker. */
const MOST_LOGS = 20;

/** The end of what a command printed. */
export interface Tails {
  readonly stdout: string;
  readonly stderr: string;
}

/** Where a log is kept. */
export interface LogPlace {
  readonly folder: string;
  /** The issue's name in file names. */
  readonly token: string;
}

/** The output of one command in a file of its own, bounded on disk and in memory: its beginning as it comes, and its end. */
export class WorkLog {
  readonly path: string;
  /** Why the rest could not be written, where it could not. */
  problem: string | undefined;
  readonly #file: number;
  readonly #headBytes: number;
  #written = 0;
  #isClosed = false;
  readonly #all: KeptBytes = new KeptBytes({ headBytes: 0, tailBytes: TAIL_BYTES });
  readonly #tails = {
    stdout: new KeptBytes({ headBytes: 0, tailBytes: TAIL_BYTES }),
    stderr: new KeptBytes({ headBytes: 0, tailBytes: TAIL_BYTES }),
  };

  private constructor({ path, file }: { readonly path: string; readonly file: number }, headBytes: number) {
    this.path = path;
    this.#file = file;
    this.#headBytes = headBytes;
  }

  /** Makes the next file `<token>.<n>.log`; the oldest ones of the issue are forgotten. Throws the system's error. */
  static open({ folder, token }: LogPlace, headBytes: number = HEAD_BYTES): WorkLog {
    mkdirSync(folder, { recursive: true });
    const numbers = numbersOf(folder, token);
    for (const number of numbers.slice(0, Math.max(0, numbers.length - MOST_LOGS + 1)))
      for (const kind of KINDS) rmSync(join(folder, `${token}.${number}.${kind}`), { force: true });
    return new WorkLog(firstFree(folder, token, (numbers.at(-1) ?? 0) + 1), headBytes);
  }

  /** The path of what the issue says, beside the log. */
  get issueFile(): string {
    return `${this.path.slice(0, -".log".length)}.md`;
  }

  add(stream: keyof Tails, bytes: Uint8Array): void {
    this.#tails[stream].add(bytes);
    const room = Math.max(0, this.#headBytes - this.#written);
    this.#put(bytes.subarray(0, room));
    this.#all.add(bytes.subarray(room));
  }

  /** Writes what was kept of the end, and gives it. */
  close(): Tails {
    if (!this.#isClosed) this.#finish();
    const { stdout, stderr } = this.#tails;
    return { stdout: textOf(stdout.tail()), stderr: textOf(stderr.tail()) };
  }

  #finish(): void {
    this.#isClosed = true;
    const { total } = this.#all;
    const tail = this.#all.tail();
    if (total > tail.length) this.#put(Buffer.from(`\n[${total - tail.length} bytes are left out here]\n`));
    this.#put(tail);
    closeSync(this.#file);
  }

  #put(bytes: Uint8Array): void {
    this.#written += bytes.length;
    if (this.problem !== undefined) return;
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
    } catch (error) {
      // A full disk is no reason to end somebody's work.
      this.problem = osErrorText(error);
    }
  }
}

const KINDS = ["log", "md"];

/** The numbers of an issue's logs, the oldest first. */
function numbersOf(folder: string, token: string): readonly number[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${token}.`) && /^\d+\.log$/.test(name.slice(token.length + 1)))
    .map((name) => Number(name.slice(token.length + 1, -".log".length)))
    .toSorted((a, b) => a - b);
}

function firstFree(folder: string, token: string, number: number): { readonly path: string; readonly file: number } {
  const path = join(folder, `${token}.${number}.log`);
  try {
    return { path, file: openSync(path, "wx", 0o600) };
  } catch (error) {
    // Another process has just made it.
    if (error instanceof Error && "code" in error && error.code === "EEXIST")
      return firstFree(folder, token, number + 1);
    throw error;
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}
