import { expect, test } from "vitest";
import { ALIASES, isPathLike, PROHIBITIONS, REPAIRS } from "./repairs.ts";

test("the aliases are those of 004 and the three that recorded sessions use, each for one declared name (T02)", () => {
  expect(ALIASES).toEqual({
    filePath: "path",
    oldString: "old_string",
    newString: "new_string",
    replaceAll: "replace_all",
    cmd: "command",
    file_path: "path",
    oldText: "old_string",
    newText: "new_string",
  });
});

test("no alias is the target of another, so that renaming once is enough (T02)", () => {
  const targets = new Set<string>(Object.values(ALIASES));
  expect(Object.keys(ALIASES).filter((alias) => targets.has(alias))).toEqual([]);
});

test("there are four repairs, and each says what it may change (T02)", () => {
  expect(Object.keys(REPAIRS)).toEqual(["alias", "string_boolean", "string_integer", "path_autolink"]);
  for (const { means } of Object.values(REPAIRS)) expect(means).toMatch(/^[a-z].*[a-z]$/);
});

test("history and content are forbidden by signature, everything else by a check (T02)", () => {
  const bySignature = Object.entries(PROHIBITIONS).filter(([, { heldBy }]) => heldBy === "signature");
  expect(bySignature.map(([prohibition]) => prohibition)).toEqual(["from_history", "from_content"]);
});

test.each([
  "path",
  "file",
  "filename",
  "dir",
  "directory",
  "cwd",
  "workdir",
  "file_path",
  "targetPath",
  "filepath",
  "file_name",
  "folder",
  "input_file",
  "output_dir",
])("%s holds a path", (field) => expect(isPathLike(field)).toBe(true));

test.each(["content", "old_string", "command", "pathology", "xpath_query", "Paths", "profile", "folders", ""])(
  "%j holds no path, and its links stay",
  (field) => expect(isPathLike(field)).toBe(false),
);
