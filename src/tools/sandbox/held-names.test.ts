import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryWorkspace } from "../../../tests/tools/temporary-workspace.ts";
import { type HeldPlace, heldState, holdNames, sweepHeldNames } from "./held-names.ts";

function placeAt(root: string): HeldPlace {
  const { dev, ino } = statSync(root);
  return { root, id: `${dev}-${ino}` };
}

test("free names are held until the last one gives them up; what was there is not touched", async () => {
  const root = temporaryWorkspace({ ".git/config": "own", file: "" });
  const place = placeAt(root);
  const [first, second] = [await holdNames(place), await holdNames(place)];
  expect(first.paths).toEqual(second.paths);
  expect(first.paths).toContain(".github/workflows");
  expect(first.paths).not.toContain(".git");
  first.release();
  expect(readdirSync(root)).toContain(".mcp.json");
  second.release();
  second.release();
  expect(readdirSync(root)).toEqual([".git", "file"]);
});

test("many holders at once leave nothing behind", async () => {
  const root = temporaryWorkspace();
  const holds = await Promise.all(Array.from({ length: 8 }, () => holdNames(placeAt(root))));
  expect(new Set(holds.map(({ paths }) => paths.length)).size).toBe(1);
  for (const hold of holds) hold.release();
  expect(readdirSync(root)).toEqual([]);
});

test("a held name that somebody has filled, or replaced by a file, is theirs", async () => {
  const root = temporaryWorkspace();
  const hold = await holdNames(placeAt(root));
  writeFileSync(join(root, ".vscode/settings.json"), "{}");
  rmSync(join(root, ".envrc"), { recursive: true });
  writeFileSync(join(root, ".envrc"), "");
  expect(hold.stands()).toBe(true);
  hold.release();
  expect(readdirSync(root)).toEqual([".envrc", ".vscode"]);
});

test("what a holder that is gone held is free again, whenever it was killed", async () => {
  const root = temporaryWorkspace();
  const place = placeAt(root);
  const state = join(process.env["TUSK_STATE_DIR"] ?? "", "sandboxes", place.id);
  mkdirSync(state, { recursive: true });
  writeFileSync(join(state, "00000000.1.1.1.1.claim"), "");
  writeFileSync(join(state, "00000000.1.1.1.2.removing"), "");
  // Killed between making and saying so, and in the middle of a line.
  writeFileSync(join(state, "held.jsonl"), '{"making":[".mcp.json",".vscode"]}\n{"ma');
  mkdirSync(join(root, ".mcp.json"));
  sweepHeldNames(place);
  expect([readdirSync(root), readdirSync(state)]).toEqual([[], []]);
  const hold = await holdNames(place);
  hold.release();
  expect(readdirSync(root)).toEqual([]);
});

test("what is held can be looked at, and whether anybody needs it", async () => {
  const root = temporaryWorkspace({ ".git/config": "own" });
  const place = placeAt(root);
  expect(heldState(place)).toEqual({ paths: [], inUse: false });
  const hold = await holdNames(place);
  const { paths, inUse } = heldState(place);
  expect(inUse).toBe(true);
  expect(paths).toEqual(expect.arrayContaining([...hold.paths]));
  expect(paths).not.toContain(".git");
  hold.release();
  expect(heldState(place)).toEqual({ paths: [], inUse: false });
});
