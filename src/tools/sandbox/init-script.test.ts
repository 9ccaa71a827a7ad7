import { expect, test } from "vitest";
import { makeInit, readInitReport } from "./init-script.ts";

test("what the first process says last counts: a command may have written there before", () => {
  expect(readInitReport("ready\nend 0 0\nend 3 2\n")).toEqual({ isReady: true, end: { code: 3, survivors: 2 } });
  expect(readInitReport("ready\n")).toEqual({ isReady: true, end: undefined });
  expect(readInitReport("ready\nend 5 -1\n")).toEqual({ isReady: true, end: { code: 5, survivors: undefined } });
  expect(readInitReport("")).toEqual({ isReady: false, end: undefined });
});

test("descriptors that were left open are closed first, by bash where a plain shell cannot name them", () => {
  expect(makeInit([3, 4]).shell).toBe("/bin/sh");
  expect(makeInit([8]).script.startsWith("exec 8>&-\n")).toBe(true);
  expect(makeInit([8, 251])).toMatchObject({
    shell: "/bin/bash",
    script: expect.stringMatching(/^exec 8>&-\nexec 251>&-\n/),
  });
});
