import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { foreignRow, ISSUES, openWorkshop } from "./workshop.ts";

const folder = temporaryFolder();

describe.concurrent("upkeep", () => {
  test("verify holds after every kind of change, and names the first bad row when one byte was changed", async () => {
    const { done, run, path } = openWorkshop(folder);
    await done("issue add First", "issue add Second", "dep add bd-1 bd-2", "issue close bd-2", "issue delete bd-2");
    expect(await done("issue verify")).toContain("  Result: accepted\n");
    writeFileSync(path, readFileSync(path, "utf8").replace("Second", "Sekond"));
    const { code, stdout } = await run(["issue", "verify"]);
    expect(code).toBe(1);
    expect(stdout.split("\n")[0]).toMatch(/^\.premath\/issues\.jsonl:2: no log knows this row of bd-2/);
    expect(JSON.parse((await run(["issue", "verify", "--json"])).stdout)).toMatchObject({ result: "rejected" });
  });

  test("import brings what is new and newer in one change, says how many, and one bad row refuses all", async () => {
    const { done, run, cwd, path } = openWorkshop(folder);
    await done("issue add First --id bd-1");
    writeFileSync(join(cwd, "in.jsonl"), foreignRow("bd-1") + foreignRow("x-1", "bd-1"));
    expect(await done("issue import --from jsonl in.jsonl")).toBe(
      `premath issue import\n  Source: in.jsonl (jsonl)\n  Path: ${ISSUES}\n  Issues: 2\n  New: 1\n  Newer: 0\n  Unchanged: 1\n`,
    );
    const beads = `{"id":"x-1","title":"Newer","issue_type":"bug","status":"open","created_at":"2026-02-01T00:00:00Z","updated_at":"2099-02-01T00:00:00Z"}\n`;
    const brought = await run(["issue", "import", "--from", "beads", "-", "--json"], beads);
    expect(JSON.parse(brought.stdout)).toEqual({
      action: "issue.import",
      count: 1,
      from: "beads",
      issuesPath: ISSUES,
      new: 0,
      newer: 1,
      source: "-",
      unchanged: 0,
    });
    expect(await done("issue show x-1")).toContain("[open p2 task] Newer\n");
    const before = readFileSync(path);
    expect(await run(["issue", "import", "--from", "beads", "-"], `${beads}{"id":3}\n`)).toEqual({
      code: 1,
      stdout: "",
      stderr: "error: failed to import -: line 2: no id\n",
    });
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(await done("issue verify")).toContain("  Result: accepted\n");
  });

  test("import makes the file when there is none", async () => {
    const { done, run } = openWorkshop(folder);
    expect((await run(["issue", "import", "--from", "jsonl", "-"], foreignRow("a"))).code).toBe(0);
    expect(await done("issue list")).toContain("- a [open p2] Issue a\n");
  });

  test("export gives canonical rows, --contract only the reference's fields, and never replaces the issue file", async () => {
    const { done, refused, cwd } = openWorkshop(folder);
    await done("issue add Second --id b", "issue add First --id a");
    const rows = await done("issue export");
    expect(rows).toMatch(/^\{"id":"a",.*"rev":1,"by":"me"\}\n\{"id":"b",.*"rev":1,"by":"me"\}\n$/);
    expect(await done("issue export --contract")).toBe(rows.replaceAll(',"rev":1,"by":"me"', ""));
    expect(await done("issue export --to out/all.jsonl")).toContain("Exported: 2 to out/all.jsonl\n");
    expect(readFileSync(join(cwd, "out/all.jsonl"), "utf8").match(/\n/g)).toHaveLength(2);
    expect(await refused(`issue export --to ./${ISSUES}`)).toBe(
      `error: ./${ISSUES} belongs to the issue memory itself, which changes under a permit only\n`,
    );
  });

  test("compact leaves one row an issue, and forgets deleted ones only when it is told to", async () => {
    const { done, path } = openWorkshop(folder);
    await done("issue add First", "issue add Second", "issue close bd-1", "issue delete bd-2");
    expect(await done("issue compact")).toContain("  Lines: 4 -> 2\n");
    expect(await done("issue compact --purge-tombstones")).toContain("  Lines: 2 -> 1\n");
    expect(readFileSync(path, "utf8")).toMatch(/^\{"id":"bd-1".*\}\n$/);
    expect(await done("issue verify")).toContain("  Result: accepted\n");
  });

  test("repair keeps every row, puts the rest aside, and brings back what the log has", async () => {
    const { done, refused, path } = openWorkshop(folder);
    await done("issue add First", "issue add Second");
    const [first = "", second = ""] = readFileSync(path, "utf8").split("\n");
    writeFileSync(path, `${first}\n${second.slice(0, 40)}\u0000garbage\n`);
    expect(await refused("issue list")).toMatch(/contains NUL byte/);
    expect(await done("issue repair")).toMatch(
      /Kept: 1\n {2}Quarantined: 1 in \S+\n {2}- line 2 \(\d+ bytes\): .*\n {2}Restored: none\n {2}Restorable: 1 \(bd-2\) \(--restore brings them back\)\n$/,
    );
    expect(await done("issue repair --restore")).toContain("  Restored: 1 (bd-2)\n");
    expect(await done("issue list")).toContain("Count: 2\n");
    expect(await done("issue verify")).toContain("  Result: accepted\n");
  });

  test.each([
    "show x",
    "history x",
    "graph",
    "verify",
    "export",
    "compact",
    "repair",
    "close x",
    "delete x",
    "lease-projection",
  ])("issue %s without a file says so", async (command) => {
    const { refused } = openWorkshop(folder);
    expect(await refused(`issue ${command}`)).toBe(`error: issues file not found: ${ISSUES}\n`);
  });
});
