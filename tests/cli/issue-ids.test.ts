import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { foreignRow, openWorkshop } from "./workshop.ts";

const folder = temporaryFolder();

describe.concurrent("ids", () => {
  test("may be abbreviated wherever an issue is named, under the name tusk", async () => {
    const { done, refused, write } = openWorkshop(folder);
    write(foreignRow("bd-7") + foreignRow("bd-70") + foreignRow("gt-epic"));
    expect(await done("issue show 7")).toContain("Issue: bd-7 ");
    expect(await done("issue update gt --title Renamed", "issue show gt-epic")).toContain("] Renamed\n");
    expect(await done("dep add 7 gt")).toContain("Added: bd-7 -> gt-epic (blocks)\n");
    expect(await done("dep remove 7 gt")).toContain("Removed: bd-7 -> gt-epic (blocks)\n");
    expect(await done("issue claim 70 --assignee w")).toContain("Claimed: bd-70 -> w");
    expect(await done("issue discover gt Found --id bd-8")).toContain("Linked: bd-8 -> gt-epic (discovered-from)\n");
    expect(await done("issue close gt")).toContain("Closed: gt-epic ");
    expect(await refused("issue show bd")).toBe("error: issue id is ambiguous: bd (bd-7, bd-8, bd-70)\n");
    expect(await refused("issue close bd-")).toMatch(/^error: issue id is ambiguous/);
  });

  test("an edge to an issue that is not there is removed by its own name", async () => {
    const { done, write } = openWorkshop(folder);
    write(foreignRow("a", "b") + foreignRow("b-long"));
    expect(await done("dep remove a b")).toContain("Removed: a -> b (blocks)\n");
  });

  test("are exact under the reference's name (H06)", async () => {
    const { refused, write } = openWorkshop(folder, "premath");
    write(foreignRow("bd-7"));
    expect(await refused("issue claim 7 --assignee w")).toBe("error: issue not found: 7 (lease_not_found)\n");
    expect(await refused("issue update bd --title x")).toBe("error: issue not found: bd\n");
  });
});
