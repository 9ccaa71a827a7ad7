import { expect, test } from "vitest";
import { mountTable } from "./mount-table.ts";

test("walls become rows in their order, the workspace between those before and after it, odd names escaped", () => {
  const table = mountTable(
    {
      root: "/work/a b#\\c\td",
      rootIsOpen: true,
      network: "none",
      shown: [{ path: "/tmp/r/.git", at: "/var/p/r/.git" }],
      before: [
        { kind: "masked_file", path: "/etc/shadow" },
        { kind: "private", path: "/tmp", from: "/var/p" },
      ],
      after: [
        { kind: "closed", path: "/work/.git" },
        { kind: "held", path: "/work/.hg" },
      ],
    },
    () => false,
  );
  const rows = table.trimEnd().split("\n");
  expect(rows.slice(-6)).toEqual([
    "/tmp/r/.git /./var/p/r/.git none rbind,ro,nosuid,nodev,nofail 0 0",
    "/dev/null /./etc/shadow none bind,ro,nosuid,nodev 0 0",
    "/var/p /./tmp none rbind,nosuid,nodev 0 0",
    ". /./work/a\\040b\\043\\134c\\011d none rbind,nosuid,nodev 0 0",
    "/work/.git /./work/.git none rbind,ro,nosuid,nodev,nofail 0 0",
    "tusk /./work/.hg tmpfs ro,mode=555,size=4k,nosuid,nodev 0 0",
  ]);
  expect(rows.every((row) => row.split(" ").length === 6)).toBe(true);
});

test("the kernel's settings are closed where they are there", () => {
  const plan = { root: "/work", rootIsOpen: false, network: "none", shown: [], before: [], after: [] } as const;
  expect(mountTable(plan, (path) => path === "/proc/sys")).toContain("/proc/sys /./proc/sys none bind,ro,");
  expect(mountTable(plan, () => false)).not.toContain("/proc/sys");
});
