// Makes one change of four files, and kills itself before the given call that writes (0: never).
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const [root = "", step = "0"] = process.argv.slice(2);
let calls = 0;
for (const name of [
  "writeFileSync",
  "writeSync",
  "fsyncSync",
  "linkSync",
  "renameSync",
  "unlinkSync",
  "mkdirSync",
  "rmSync",
] as const) {
  const real: (...given: never[]) => unknown = fs[name];
  const counted = (...given: never[]): unknown => {
    if (++calls === Number(step)) process.kill(process.pid, "SIGKILL");
    return real(...given);
  };
  Object.assign(fs, { [name]: counted });
}
syncBuiltinESMExports();

const { openWorkspace } = await import("../../src/tools/workspace/open-workspace.ts");
const session = openWorkspace(root, { role: "killed" });
const { workspace } = session.forCall("apply_patch");
const from = (path: string) => workspace.basis(path, { maxBytes: 100 })?.digest;
const four = from("four.txt");
if (four === undefined) throw new Error("four.txt is missing");
workspace.change([
  { kind: "put", path: "one.txt", bytes: Buffer.from("one"), from: from("one.txt") },
  { kind: "put", path: "sub/two.txt", bytes: Buffer.from("two"), from: from("sub/two.txt") },
  { kind: "put", path: "new/three.txt", bytes: Buffer.from("three"), from: undefined },
  { kind: "remove", path: "four.txt", from: four },
]);
session.close();
