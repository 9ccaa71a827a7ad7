// Nothing outlives its command (T05): every way to get away that SECURITY 1.3 names, in both backends, as root and as somebody else.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { COMBINATIONS, eventually, place, processCount, ran, sleepMark, start } from "./sandbox-order.ts";

const SHORT = { softMs: 400, hardMs: 400 };
const WRITABLE = { profile: "workspace-write", network: "none" } as const;

describe.each(COMBINATIONS)("killing: $name", ({ user, backend, skipped }) => {
  test.skipIf(skipped)("every process ends with its command, however it tries to get away (T05)", async () => {
    const { root, base } = place(user);
    const mark = sleepMark();
    const commands = [
      // a plain child; one that ignores the request; one in a session of its own; one that lost its parent
      { command: `sleep ${mark}`, limits: SHORT },
      { command: `trap '' TERM; sleep ${mark}; sleep ${mark}`, limits: SHORT },
      { command: `setsid -w sleep ${mark}`, limits: SHORT },
      { command: `(setsid sh -c "trap '' TERM; sleep ${mark}; sleep ${mark}" &); sleep ${mark}`, limits: SHORT },
    ];
    const { report } = start(user, base, { options: { root, backend, ...WRITABLE }, together: true, commands });
    const ends = ran(await report);
    expect(ends.map(({ exit }) => exit)).toEqual([
      { kind: "timed_out", timeoutKind: "soft", code: 143 },
      { kind: "timed_out", timeoutKind: "hard" },
      { kind: "timed_out", timeoutKind: "soft", code: 143 },
      { kind: "timed_out", timeoutKind: "soft", code: 143 },
    ]);
    expect(processCount(mark)).toBe(0);
  });

  test.skipIf(skipped)(
    "a command that ends while others hold its pipe returns at once, and they are ended and counted",
    async () => {
      const { root, base } = place(user);
      const mark = sleepMark();
      const commands = [
        { command: `sleep ${mark} & echo leader; exit 3` },
        { command: `(setsid sh -c "trap '' TERM HUP; sleep ${mark}" & ); sleep 0.2; echo daemon` },
      ];
      const { report } = start(user, base, { options: { root, backend, ...WRITABLE }, commands });
      const ends = ran(await report);
      expect(ends.map(({ exit, stdout }) => [exit, stdout.text])).toEqual([
        [{ kind: "exited", code: 3 }, "leader\n"],
        [{ kind: "exited", code: 0 }, "daemon\n"],
      ]);
      for (const { row } of ends) expect(row.durationMs).toBeLessThan(3000);
      expect(ends.map(({ row }) => row.survivorsKilled).every((count) => count !== undefined && count >= 1)).toBe(true);
      expect(processCount(mark)).toBe(0);
    },
  );

  test.skipIf(skipped)("a cleanup handler runs on the soft timeout, and its exit code is reported", async () => {
    const { root, base } = place(user);
    const command = `trap 'echo cleaned > cleaned; exit 7' TERM; sleep ${sleepMark()} & wait`;
    const { report } = start(user, base, {
      options: { root, backend, ...WRITABLE },
      commands: [{ command, limits: { softMs: 1500, hardMs: 10_000 } }],
    });
    expect(ran(await report).map(({ exit }) => exit)).toEqual([{ kind: "timed_out", timeoutKind: "soft", code: 7 }]);
    expect(existsSync(join(root, "cleaned"))).toBe(true);
  });

  test.skipIf(skipped)("an abort ends a command, one that ignores it too", async () => {
    const { root, base } = place(user);
    const mark = sleepMark();
    const { report } = start(user, base, {
      options: { root, backend, ...WRITABLE },
      together: true,
      commands: [
        { command: `sleep ${mark}`, abortMs: 300 },
        { command: `trap '' TERM; sleep ${mark}; sleep ${mark}`, abortMs: 300 },
        { command: `sleep ${mark}`, abortMs: 1 },
      ],
    });
    expect(ran(await report).map(({ exit }) => exit)).toEqual([
      { kind: "aborted" },
      { kind: "aborted" },
      { kind: "aborted" },
    ]);
    expect(processCount(mark)).toBe(0);
  });

  test.skipIf(skipped)("more output than is allowed ends a command", async () => {
    const { root, base } = place(user);
    const mark = sleepMark();
    const command = `sleep ${mark} & yes`;
    const { report } = start(user, base, {
      options: { root, backend, ...WRITABLE },
      commands: [{ command, limits: { maxBytes: 100_000, headBytes: 10, tailBytes: 10 } }],
    });
    const [end] = ran(await report);
    expect(end?.exit).toEqual({ kind: "output_limit" });
    expect(end?.row.stdout).toMatchObject({ totalBytes: 100_000, retainedHead: 10, retainedTail: 10 });
    expect(processCount(mark)).toBe(0);
  });

  test.skipIf(skipped)(
    "when the harness is killed nothing survives it, and the next one clears up the workspace",
    async () => {
      const { root, base } = place(user);
      const mark = sleepMark();
      const options = { root, backend, ...WRITABLE };
      const command = `(setsid sh -c "trap '' TERM HUP; sleep ${mark}" &); sleep ${mark}`;
      const { child, report } = start(user, base, { options, commands: [{ command }] });
      const ended = report.catch((error: unknown) => error);
      expect(await eventually(() => processCount(mark) >= 2)).toBe(true);
      expect(readdirSync(root)).toContain(".mcp.json");
      child.kill("SIGKILL");
      expect(await ended).toBeInstanceOf(Error);
      expect(await eventually(() => processCount(mark) === 0, 10_000)).toBe(true);
      await start(user, base, { options, commands: [] }).report;
      expect(readdirSync(root)).toEqual([]);
    },
  );
});

test("without walls, what stays in the environment of a command is ended with it", async () => {
  const { root, base } = place("own");
  const mark = sleepMark();
  const { report } = start("own", base, {
    options: { root, profile: "danger-full-access", network: "full" },
    commands: [
      { command: `(setsid sh -c "trap '' TERM HUP; sleep ${mark}" &); echo ended` },
      { command: `trap 'exit 7' TERM; (setsid sleep ${mark} &); sleep ${mark} & wait`, limits: SHORT },
    ],
  });
  expect(ran(await report).map(({ exit, row }) => [exit, row.survivorsKilled, row.backend.name])).toEqual([
    [{ kind: "exited", code: 0 }, undefined, "none"],
    [{ kind: "timed_out", timeoutKind: "soft", code: 7 }, undefined, "none"],
  ]);
  expect(processCount(mark)).toBe(0);
});
