import { execFileSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type InputBytes, MAX_INPUT_BYTES, readInput } from "./read-input.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tusk-read-input-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function file(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

function pattern(length: number): Buffer {
  return Buffer.from(Uint8Array.from({ length }, (_, at) => (at * 31) % 251));
}

/** Bytes as a plain buffer, so that whole answers compare. */
function plain(input: InputBytes): unknown {
  return input.ok ? { ok: true, bytes: Buffer.from(input.bytes) } : input;
}

describe("a file is read whole", () => {
  test.each([0, 1, 65_535, 65_536, 65_537, 200_000])("of %d bytes", (length) => {
    const bytes = pattern(length);
    expect(plain(readInput(file(`${length}.bin`, bytes)))).toStrictEqual({ ok: true, bytes });
  });

  test("through a symbolic link", () => {
    symlinkSync(file("target.json", "{}"), join(folder, "link.json"));
    expect(plain(readInput(join(folder, "link.json")))).toStrictEqual({ ok: true, bytes: Buffer.from("{}") });
  });

  test("when it says it is empty and is not, as /proc does", () => {
    const input = readInput("/proc/self/status");
    expect(input.ok && Buffer.from(input.bytes).toString().startsWith("Name:")).toBe(true);
  });

  test("when it is /dev/null, which has nothing in it", () => {
    expect(plain(readInput("/dev/null"))).toStrictEqual({ ok: true, bytes: Buffer.alloc(0) });
  });

  test("from a descriptor that the shell opened for us, and leaves it open", () => {
    const descriptor = openSync(file("inherited.json", "[1]"), "r");
    expect(plain(readInput(`/dev/fd/${descriptor}`))).toStrictEqual({ ok: true, bytes: Buffer.from("[1]") });
    closeSync(descriptor);
  });

  test("from a pipe with a writer, given as /dev/stdin", () => {
    const script = `import { readInput } from ${JSON.stringify(new URL("read-input.ts", import.meta.url).href)};
      const input = readInput("/dev/stdin");
      process.stdout.write(input.ok ? String(input.bytes.length) : input.reason);`;
    const answer = execFileSync(process.execPath, ["--input-type=module", "-e", script], { input: pattern(150_000) });
    expect(answer.toString()).toBe("150000");
  });
});

describe("what cannot be read is one sentence in the C library's words", () => {
  test("a file that is not there", () => {
    expect(readInput(join(folder, "absent"))).toStrictEqual({
      ok: false,
      reason: "No such file or directory (os error 2)",
    });
  });

  test("an empty path", () => {
    expect(readInput("")).toStrictEqual({ ok: false, reason: "No such file or directory (os error 2)" });
  });

  test("a directory", () => {
    mkdirSync(join(folder, "directory"));
    expect(readInput(join(folder, "directory"))).toStrictEqual({ ok: false, reason: "Is a directory (os error 21)" });
  });

  test("a path through a file", () => {
    expect(readInput(join(file("plain", ""), "below"))).toStrictEqual({
      ok: false,
      reason: "Not a directory (os error 20)",
    });
  });

  test("a name that is too long", () => {
    expect(readInput(join(folder, "n".repeat(300)))).toStrictEqual({
      ok: false,
      reason: "File name too long (os error 36)",
    });
  });

  test("a link to itself", () => {
    symlinkSync("loop", join(folder, "loop"));
    expect(readInput(join(folder, "loop"))).toStrictEqual({
      ok: false,
      reason: "Too many levels of symbolic links (os error 40)",
    });
  });

  test("a socket", async () => {
    const path = join(folder, "socket");
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(path, resolve));
    const input = readInput(path);
    await new Promise((resolve) => server.close(resolve));
    expect(input).toStrictEqual({ ok: false, reason: "No such device or address (os error 6)" });
  });

  test("a file that may not be read", ({ skip }) => {
    skip(process.getuid?.() === 0, "root may read every file, so the refusal cannot be made");
    const path = file("secret", "x");
    chmodSync(path, 0o000);
    expect(readInput(path)).toStrictEqual({ ok: false, reason: "Permission denied (os error 13)" });
  });

  test("a path with a NUL in it is refused and not thrown", () => {
    expect(readInput("a\0b").ok).toBe(false);
  });
});

describe("what would block or flood is refused at once", () => {
  test("a FIFO that nobody writes", { timeout: 5000 }, () => {
    const path = join(folder, "fifo");
    execFileSync("mkfifo", [path]);
    expect(readInput(path)).toStrictEqual({
      ok: false,
      reason: "it is a FIFO; give a file, or /dev/stdin to read a pipe",
    });
  });

  test("a file past the limit, by its size and without reading it", { timeout: 20_000 }, () => {
    const path = file("huge", "");
    truncateSync(path, 300 * 1024 * 1024);
    expect(readInput(path)).toStrictEqual({
      ok: false,
      reason: `it has 314572800 bytes; the limit is ${MAX_INPUT_BYTES} bytes (256 MiB)`,
    });
  });

  test("refusals leave no descriptor open", () => {
    const next = (): number => {
      const descriptor = openSync("/dev/null", "r");
      closeSync(descriptor);
      return descriptor;
    };
    const before = next();
    for (const name of ["absent", "directory", "fifo", "huge"]) readInput(join(folder, name));
    expect(next()).toBe(before);
  });
});
