import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { PortError } from "#ports";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { TestStore } from "./manual-store.ts";

const root = temporaryFolder();
const disk = join(root, "disk");
mkdirSync(disk);
/** A small disk of memory; only root may mount one. */
const isMounted = spawnSync("/bin/sh", ["-c", 'mount -t tmpfs -o size=512k none "$0"', disk]).status === 0;
afterAll(() => {
  if (isMounted) spawnSync("/bin/sh", ["-c", 'umount -l "$0"', disk]);
});

/** Leaves so many bytes free, in whole pages. */
function fill(free: number): void {
  rmSync(join(disk, "ballast"), { force: true });
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, "ballast"), Buffer.alloc(Math.max(0, bavail * bsize - free)));
}

test.skipIf(!isMounted)(
  "on a full disk a change is made whole or refused with the contract's error, at every size; afterwards all is well (skipped where no tmpfs can be mounted)",
  () => {
    let refusals = 0;
    let successes = 0;
    for (const free of [0, 4096, 8192, 12_288, 16_384, 24_576, 40_960, 81_920])
      for (const size of [10, 6000]) {
        for (const name of readdirSync(disk)) rmSync(join(disk, name), { recursive: true });
        const store = new TestStore(join(disk, "p", "issues.jsonl"));
        mkdirSync(store.folder);
        store.must("issue.add", { title: "one", id: "bd-1" });
        store.must("issue.update", { id: "bd-1", title: "x".repeat(3000) });
        fill(free);
        const where = `${free} free, ${size} wanted`;
        const second = store.again();
        for (const each of [store, second])
          for (let n = 0; n < 3; n++) {
            const before = store.text();
            const mutation = {
              action: "issue.update",
              args: { id: "bd-1", title: `${n}${"y".repeat(size)}`, request: `${where} ${n} ${each === store}` },
            } as const;
            each.clock.advance(1);
            const outcome = attempt(each, mutation);
            if (outcome === "done") {
              successes += 1;
              expect([where, store.again().store.get("bd-1")?.title === mutation.args.title]).toStrictEqual([
                where,
                true,
              ]);
            } else {
              refusals += 1;
              expect([where, outcome]).toStrictEqual([
                where,
                expect.stringMatching(/No space left on device \(os error 28\)$/),
              ]);
              expect([where, store.text() === before]).toStrictEqual([where, true]);
            }
          }
        const title = store.again().store.get("bd-1")?.title;
        // What is deleted and still open takes room too.
        for (const each of [store, second]) each.store.close();
        rmSync(join(disk, "ballast"));
        const after = store.again();
        after.must("issue.add", { title: "again there is room", id: "bd-2" });
        expect([where, after.findings()]).toStrictEqual([where, []]);
        expect([where, after.store.get("bd-1")?.title === title]).toStrictEqual([where, true]);
        expect(readdirSync(store.folder).filter((name) => name.includes(".tmp."))).toStrictEqual([]);
        expect(readFileSync(store.path, "utf8").endsWith("\n")).toBe(true);
        after.store.close();
      }
    expect([refusals > 5, successes > 5]).toStrictEqual([true, true]);
  },
);

function attempt(store: TestStore, mutation: Parameters<TestStore["repeat"]>[0]): string {
  try {
    const applied = store.repeat(mutation);
    return applied.ok ? "done" : `refused: ${applied.failure.code}`;
  } catch (error) {
    if (error instanceof PortError) return error.message;
    throw error;
  }
}
