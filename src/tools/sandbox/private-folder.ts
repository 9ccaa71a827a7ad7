import { accessSync, chmodSync, constants, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeOf } from "../workspace/file-failure.ts";
import { type OutputPipes, outputPipes } from "./output-pipes.ts";
import { makeOwnedFolder, removeAll } from "./owned-folder.ts";

const PREFIX = "tusk-sandbox-";
const TMP = "/tmp";

/** A folder of one sandbox: its `/tmp`, which lasts as long as it is open, so that one command finds what another put there. */
export interface PrivateFolder {
  readonly path: string;
  readonly tmp: string;
  /** Gives each command its own pipes. */
  readonly pipes: () => Promise<OutputPipes>;
  remove(): void;
}

/** Makes the folder, and removes those of sandboxes whose harness was killed. */
export function makePrivateFolder(): PrivateFolder {
  const path = makeOwnedFolder(hiddenPlace(), PREFIX);
  const tmp = join(path, "tmp");
  mkdirSync(join(tmp, "home"), { recursive: true });
  chmodSync(tmp, 0o1777);
  return { path, tmp, pipes: outputPipes(path), remove: () => removeAll(path) };
}

/** Below `/tmp`, which no command sees: whoever could reach this folder could write into another command's output. */
function hiddenPlace(): string {
  try {
    accessSync(TMP, constants.W_OK);
    return TMP;
  } catch (error) {
    if (codeOf(error) !== undefined) return tmpdir();
    throw error;
  }
}
