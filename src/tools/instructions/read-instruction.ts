import { closeSync } from "node:fs";
import { join, relative } from "node:path";
import { type Instruction, namesSecret } from "#kernel";
import { digestBytes, realPath, utf8 } from "#platform";
import { pathFailure } from "../workspace/file-failure.ts";
import { type UsablePath, usablePath } from "../workspace/plan-change.ts";
import { openRegular, readWhole } from "../workspace/regular-file.ts";
import { inParent, isThere } from "../workspace/walk.ts";

/** What one file is read from, and how much of it is taken. */
export interface InstructionPlace {
  readonly root: number;
  readonly rootPath: string;
  readonly maxBytes: number;
}

/** The largest file that is digested; a larger one is no text for a model. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * One file as a model is given it, with the digest of all its bytes; `notice` where it was cut. Nothing where it is blank. Throws
 * `ToolFailed` for what is not taken: a secret by its name, a link that leads out or to one, what is no regular file or no UTF-8, what is too large.
 */
export function readInstruction(
  { root, rootPath, maxBytes }: InstructionPlace,
  { path, parts }: UsablePath,
): (Instruction & { readonly digest: string; readonly notice?: string }) | undefined {
  const bytes = bytesAt(root, linkedPath(rootPath, path, parts));
  if (!utf8.isValid(bytes, 0, bytes.length)) throw pathFailure("InvalidInput", path, "is not UTF-8 text");
  const end = cutAt(bytes, maxBytes);
  const text = utf8.decode(bytes, 0, end)?.replace(/^\uFEFF/, "") ?? "";
  if (text.trim() === "") return undefined;
  const digest = digestBytes(bytes);
  if (end === bytes.length) return { path, text, digest };
  const cut = `[cut here: ${path} has ${bytes.length} bytes, and the first ${end} of them stand above]`;
  const notice = `instructions: ${JSON.stringify(path)} has ${bytes.length} bytes and is cut to ${end}; instructions.maxBytes sets how many are taken`;
  return { path, text: `${text}\n${cut}`, digest, notice };
}

/** Where a path leads inside of the workspace. A link may lead to another file of the workspace, and is followed once, here. */
function linkedPath(rootPath: string, path: string, parts: readonly string[]): UsablePath {
  if (namesSecret(parts)) throw pathFailure("Denied", path, "may hold a secret by its name");
  const inRoot = relative(rootPath, realPath(join(rootPath, ...parts)));
  if (inRoot === parts.join("/")) return { path, parts };
  if (inRoot === "" || inRoot === ".." || inRoot.startsWith("../"))
    throw pathFailure("Denied", path, "is a link that leads out of the workspace");
  const target = usablePath(inRoot);
  if (namesSecret(target.parts)) throw pathFailure("Denied", path, "is a link to what may hold a secret");
  return { path, parts: target.parts };
}

function bytesAt(root: number, place: UsablePath): Uint8Array {
  if (!isThere(root, place.parts)) throw pathFailure("NotFound", place.path, "does not exist");
  return inParent(root, place, (folder, name) => {
    const { descriptor, stats } = openRegular(folder, name, place.path);
    try {
      return readWhole(descriptor, Number(stats.size), { maxBytes: MOST_BYTES, path: place.path });
    } finally {
      closeSync(descriptor);
    }
  });
}

/** The end of the last whole character that has room. */
function cutAt(bytes: Uint8Array, maxBytes: number): number {
  if (bytes.length <= maxBytes) return bytes.length;
  let end = maxBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return end;
}
