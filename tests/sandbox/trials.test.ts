import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { Sandbox } from "#ports";
import { openSandbox, sandboxOpener } from "#tools";
import { noWallsAtAll } from "../support/no-walls.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const missing = noWallsAtAll();
const folder = temporaryFolder();
beforeEach(({ skip }) => skip(missing !== undefined, missing));

async function opened(open: typeof openSandbox, network: "none" | "full"): Promise<Sandbox> {
  const sandbox = await open({ root: mkdtempSync(join(folder, "workspace-")), profile: "workspace-write", network });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

test("walls that held are not tried twice by whoever opens many, and others are (DESIGN 10)", async () => {
  const open = sandboxOpener();
  const first = await opened(open, "none");
  expect((await opened(open, "none")).attestation).toBe(first.attestation);
  const [forgetful, other] = [await opened(openSandbox, "none"), await opened(open, "full")];
  expect(forgetful.attestation).not.toBe(first.attestation);
  expect(forgetful.attestation).toEqual(first.attestation);
  expect(other.attestation).not.toEqual(first.attestation);
});
