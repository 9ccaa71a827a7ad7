import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryWorkspace } from "../../../tests/tools/temporary-workspace.ts";
import { isBelow } from "./is-below.ts";
import { HOME_SECRETS } from "./secret-places.ts";
import { maskAround } from "./secret-paths.ts";

test("a secret is masked whole; around a workspace that lies in it, everything beside is", () => {
  const home = temporaryWorkspace({
    ".claude/a": "",
    ".claude/trees/one/x": "",
    ".claude/trees/two/x": "",
    ".npmrc": "",
  });
  const path = (name: string): string => join(home, name);
  expect(maskAround(path(".claude"), [])).toEqual([{ kind: "masked_folder", path: path(".claude") }]);
  expect(maskAround(path(".npmrc"), [path(".claude")])).toEqual([{ kind: "masked_file", path: path(".npmrc") }]);
  expect(maskAround(path(".claude"), [path(".claude/trees/two")])).toEqual([
    { kind: "masked_file", path: path(".claude/a") },
    { kind: "masked_folder", path: path(".claude/trees/one") },
  ]);
  expect(maskAround(path(".claude"), [path(".claude")])).toEqual([]);
  expect(maskAround(path("missing"), [])).toEqual([]);
});

test("a path lies below a folder by its parts, not by its beginning (CVE-2025-54794)", () => {
  expect([isBelow("/ws/a", "/ws"), isBelow("/ws-evil/a", "/ws"), isBelow("/ws", "/ws"), isBelow("/ws", "/")]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

test("what holds the keys of a developer is masked (SECURITY, traps)", () => {
  const keys =
    ".ssh .gnupg .aws .azure .config/gcloud .kube .docker .netrc .npmrc .pypirc .git-credentials .config/gh .cargo/credentials.toml .claude .codex .bash_history .mozilla .password-store";
  expect(keys.split(" ").filter((name) => !HOME_SECRETS.includes(name))).toEqual([]);
});

test("a workspace among more secrets than can be masked one by one is refused", () => {
  const files = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`.ssh/key-${at}`, ""]));
  const home = temporaryWorkspace({ ...files, ".ssh/ws/x": "" });
  expect(() => maskAround(join(home, ".ssh"), [join(home, ".ssh/ws")])).toThrow("choose a folder elsewhere");
});
