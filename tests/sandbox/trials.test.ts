import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { Sandbox } from "#ports";
import { type HeldTrials, openSandbox } from "#tools";
import { noWallsAtAll } from "../support/no-walls.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const missing = noWallsAtAll();
const folder = temporaryFolder();
beforeEach(({ skip }) => skip(missing !== undefined, missing));

async function opened(network: "none" | "full", trials?: HeldTrials): Promise<Sandbox> {
  const root = mkdtempSync(join(folder, "workspace-"));
  const walls = { root, profile: "workspace-write", network, ...(trials === undefined ? {} : { trials }) } as const;
  const sandbox = await openSandbox(walls);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

test("walls that held are not tried twice by whoever remembers it, and others are (DESIGN 10)", async () => {
  const trials: HeldTrials = new Map();
  const first = await opened("none", trials);
  expect((await opened("none", trials)).attestation).toBe(first.attestation);
  const [forgetful, other] = [await opened("none"), await opened("full", trials)];
  expect(forgetful.attestation).not.toBe(first.attestation);
  expect(forgetful.attestation).toEqual(first.attestation);
  expect(other.attestation).not.toEqual(first.attestation);
  expect(trials.size).toBe(2);
});
