import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { trustStore } from "./config-trust.ts";

const { digestBytes, stateOf, trust, distrust } = trustStore;
const [one, other] = ["one", "other"].map((text) => digestBytes(Buffer.from(text))) as [
  ReturnType<typeof digestBytes>,
  ReturnType<typeof digestBytes>,
];
let folder = "";
const kept = (): string => join(folder, "state/trusted-configs");

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tusk-trust-test-"));
  vi.stubEnv("TMPDIR", folder);
  vi.stubEnv("TUSK_STATE_DIR", join(folder, "state"));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test("a file is trusted with the last digest that was said, and with no other one", () => {
  expect(stateOf("/a", one)).toBe("unknown");
  expect(trust("/a", one)).toEqual({ ok: true });
  expect([stateOf("/a", one), stateOf("/a", other), stateOf("/b", one)]).toEqual(["trusted", "changed", "unknown"]);
  trust("/a", other);
  expect([stateOf("/a", one), stateOf("/a", other)]).toEqual(["changed", "trusted"]);
  expect([distrust("/a"), distrust("/a"), stateOf("/a", other)]).toEqual([true, false, "unknown"]);
});

test("what stands in a folder that others may write to, is torn, or is said of another file, is not believed", () => {
  trust("/a", one);
  const [name = ""] = readdirSync(kept());
  writeFileSync(join(kept(), name), JSON.stringify({ path: "/b", digest: one }));
  expect(stateOf("/a", one)).toBe("unknown");
  writeFileSync(join(kept(), name), `{"path":"/a","dig`);
  expect(stateOf("/a", one)).toBe("unknown");
  writeFileSync(join(kept(), name), JSON.stringify({ path: "/a", digest: one }));
  expect(stateOf("/a", one)).toBe("trusted");
  chmodSync(kept(), 0o777);
  expect(stateOf("/a", one)).toBe("unknown");
});

test("a thousand files are remembered, and the oldest is forgotten first", () => {
  mkdirSync(kept(), { recursive: true });
  chmodSync(join(folder, "state"), 0o700);
  chmodSync(kept(), 0o700);
  trust("/a", one);
  const [name = ""] = readdirSync(kept());
  utimesSync(join(kept(), name), 1, 1);
  for (let at = 0; at < 999; at += 1) writeFileSync(join(kept(), `${at}.json`), "{}");
  expect(stateOf("/a", one)).toBe("trusted");
  trust("/b", one);
  expect([readdirSync(kept()).length, stateOf("/a", one), stateOf("/b", one)]).toEqual([1000, "unknown", "trusted"]);
});
