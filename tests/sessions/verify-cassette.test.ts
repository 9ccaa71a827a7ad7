import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agent, openFileJournal } from "../../src/index.ts";
import { say, scriptedModel } from "../../src/testing/index.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { verified } from "./verifying.ts";

test("verify walks cassettes too, and names the line of a changed byte (M14, R24)", async () => {
  const state = mkdtempSync(join(temporaryFolder(), "state-"));
  const path = join(state, "cassettes", "s-1.jsonl");
  const made = agent({
    model: scriptedModel([say("hello")]),
    budget: 3,
    record: (sessionId) => openFileJournal({ path, sessionId, sync: "never" }),
  });
  expect((await made.start("hi", { sessionId: "s-1" }).result).phase).toBe("Completed");
  const lines = readFileSync(path, "utf8").split("\n").length - 1;
  expect(await verified(state)).toMatchObject({
    result: "accepted",
    things: [{ thing: "cassette", path, holds: true, seen: `${lines} rows` }],
  });
  writeFileSync(path, readFileSync(path, "utf8").replace('"hello"', '"hallo"'));
  expect(await verified(state)).toMatchObject({
    result: "rejected",
    things: [{ thing: "cassette", path, holds: false, first: { path } }],
  });
});
