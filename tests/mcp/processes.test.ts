// Nothing of a server outlives us, however it tries and however we go (T09, decision 0017).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { leftoverChildren } from "#platform";
import { eventually, processCount, sleepMark } from "../sandbox/sandbox-order.ts";
import { callMcp, opened } from "./opened.ts";
import { program } from "./program.ts";

const HOST = join(import.meta.dirname, "killed-host.ts");

test("closing ends a server that hears nothing, and whoever it started, in a session of their own too", async () => {
  const mark = sleepMark();
  const mcp = await opened({ s: program("raw-server", "escape", mark), calm: program("raw-server", "plain", mark) });
  expect(mcp.servers.map(({ status }) => status)).toEqual(["ready", "ready"]);
  expect(await eventually(() => processCount(mark) === 4)).toBe(true);
  const begun = performance.now();
  await mcp.close();
  expect(performance.now() - begun).toBeLessThan(15_000);
  expect(processCount(mark)).toBe(0);
});

test("a server that is broken off is gone with all it started, and the others stay", async () => {
  const mark = sleepMark();
  const mcp = await opened({ bad: program("raw-server", "endless", mark), good: program("raw-server", "last", mark) });
  await callMcp(mcp, "mcp__bad__go");
  expect(await eventually(() => processCount(mark) === 1)).toBe(true);
  expect((await callMcp(mcp, "mcp__good__go")).payload).toBe("last words");
});

describe("when the host is killed", () => {
  test("its servers and whoever they started are gone, and nothing is left for the doctor to find", async () => {
    const mark = sleepMark();
    const host = spawn(process.execPath, [HOST, mark, "escape", "plain", "hang"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void host.kill("SIGKILL"));
    const [said] = (await once(host.stdout, "data")) as [Buffer];
    expect(said.toString()).toBe("ready ready ready\n");
    // The host itself, its three servers, and the two that one of them started.
    expect(await eventually(() => processCount(mark) === 6)).toBe(true);
    host.kill("SIGKILL");
    expect(await eventually(() => processCount(mark) === 0, 15_000)).toBe(true);
    const left = (): number =>
      leftoverChildren().filter(({ owner }) => owner.split(".")[2] === String(host.pid)).length;
    expect(await eventually(() => left() === 0, 15_000)).toBe(true);
  });
});
