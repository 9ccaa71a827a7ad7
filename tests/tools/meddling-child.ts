// Makes one change of three files while somebody else works in the same folder: before the given step of the change it meddles.
// Prints what came of it.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";

const [root = "", outside = "", meddling = "", step = "1"] = process.argv.slice(2);
const real = { ...fs };
let calls = 0;
let renames = 0;

const MEDDLINGS: Readonly<Record<string, () => void>> = {
  "changes a file": () => real.appendFileSync(join(root, "dir/two.txt"), "by somebody else"),
  "makes the new file": () => real.writeFileSync(join(root, "dir/three.txt"), "by somebody else"),
  "moves the folder out": () => real.renameSync(join(root, "dir"), join(outside, "dir")),
  "breaks the disk": () => {
    throw Object.assign(new Error("EIO: i/o error"), { code: "EIO", errno: -5 });
  },
};

for (const name of ["writeFileSync", "fsyncSync", "linkSync", "renameSync", "unlinkSync"] as const) {
  const whole: (...given: never[]) => unknown = real[name];
  const counted = (...given: never[]): unknown => {
    calls += 1;
    if (name === "renameSync") renames += 1;
    const isBroken = step === "for good" && name === "renameSync" && renames > 1;
    if (calls === Number(step) || isBroken) MEDDLINGS[meddling]?.();
    return whole(...given);
  };
  Object.assign(fs, { [name]: counted });
}
syncBuiltinESMExports();

const { openWorkspace } = await import("../../src/tools/workspace/open-workspace.ts");
const session = openWorkspace(root, { role: "x" });
const { workspace } = session.forCall("apply_patch");
const from = (path: string) => workspace.basis(path, { maxBytes: 100 })?.digest;
const put = (path: string, text: string) => ({
  kind: "put" as const,
  path,
  bytes: Buffer.from(text),
  from: from(path),
});
try {
  workspace.change([put("one.txt", "ONE"), put("dir/two.txt", "TWO"), put("dir/three.txt", "THREE")]);
  process.stdout.write(JSON.stringify({ done: true, calls }));
} catch (error) {
  const code = error instanceof Error && "code" in error ? error.code : "none";
  process.stdout.write(JSON.stringify({ done: false, code, calls }));
}
