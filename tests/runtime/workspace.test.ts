import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { codingTools, openWorkspace } from "../../src/tools-door.ts";
import { call, say } from "../../src/testing/index.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { auditOf, ended, rowsOf, setOf, stage } from "./staged.ts";

const folder = temporaryFolder();
/** What somebody who opened a sandbox says of it: without a tested one the gate lets no file be changed (T05). */
const sandbox = {
  profile: "workspace-write",
  network: "none",
  attestation: [{ probe: "write_outside", expected: "denied", observed: "denied" }],
} as const;

test("an agent that is given a workspace works in it with the tools of the package, and evidence says what it read and wrote", async () => {
  const root = join(folder, "work");
  mkdirSync(root);
  writeFileSync(join(root, "a.txt"), "old\n");
  const workspace = openWorkspace(root, { role: "coder" });
  onTestFinished(() => workspace.close());
  const { journal, start } = stage(
    [
      call("read", { path: "a.txt" }),
      call("edit", { path: "a.txt", old_string: "old", new_string: "new" }),
      call("write", { path: "b.txt", content: "more" }),
      call("read", { path: "../elsewhere.txt" }),
      say("done"),
    ],
    { tools: setOf(...codingTools), workspace, spec: { sandbox } },
  );
  const { result, broken } = await ended(start());
  expect([result.phase, broken, auditOf(journal.rows)]).toEqual(["Completed", [], undefined]);
  expect(["a.txt", "b.txt"].map((name) => readFileSync(join(root, name), "utf8"))).toEqual(["new\n", "more"]);
  const settled = rowsOf(journal.rows, "tool.settled").map(({ result: { outcome, reads = [], artifacts = [] } }) => [
    outcome,
    reads.map((path) => path.slice(root.length)),
    artifacts.map(({ path }) => path.slice(root.length)),
  ]);
  expect(settled.map(([outcome]) => outcome)).toEqual(["ok", "ok", "ok", "failed"]);
  expect([settled[0]?.[1], settled[1]?.[2], settled[2]?.[2]]).toEqual([["/a.txt"], ["/a.txt"], ["/b.txt"]]);
});

test("without a tested sandbox files are read, and a turn that changed one does not close (T05)", async () => {
  const root = join(folder, "untested");
  mkdirSync(root);
  writeFileSync(join(root, "a.txt"), "old\n");
  const workspace = openWorkspace(root, { role: "coder" });
  onTestFinished(() => workspace.close());
  const script = [call("read", { path: "a.txt" }), call("write", { path: "b.txt", content: "more" })];
  const { start } = stage(script, { tools: setOf(...codingTools), workspace });
  const { result } = await ended(start());
  const refusal = { violations: [{ class: "runtime.shell_boundary_violation" }] };
  expect(result).toMatchObject({ phase: "Failed", steps: 2, refusal });
});

test("a scope that somebody set holds: what is outside of it lets no turn close (A8.18)", async () => {
  const root = join(folder, "scoped");
  mkdirSync(root);
  writeFileSync(join(root, "a.txt"), "old\n");
  const workspace = openWorkspace(root, { role: "coder" });
  onTestFinished(() => workspace.close());
  const contextScope = { read: [`${workspace.root}/src/**`], write: [], owners: [] };
  const { start } = stage([call("read", { path: "a.txt" })], {
    tools: setOf(...codingTools),
    workspace,
    spec: { contextScope },
  });
  const { result } = await ended(start());
  expect(result).toMatchObject({ phase: "Failed", refusal: { violations: [{ class: "context.scope_violation" }] } });
});
