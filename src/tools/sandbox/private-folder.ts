import { chmodSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OutputPipes, outputPipes } from "./output-pipes.ts";
import { makeOwnedFolder, removeAll } from "./owned-folder.ts";

const PREFIX = "tusk-sandbox-";

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
  const path = makeOwnedFolder(tmpdir(), PREFIX);
  const tmp = join(path, "tmp");
  mkdirSync(join(tmp, "home"), { recursive: true });
  chmodSync(tmp, 0o1777);
  return { path, tmp, pipes: outputPipes(path), remove: () => removeAll(path) };
}
