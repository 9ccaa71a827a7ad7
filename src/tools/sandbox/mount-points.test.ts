import { expect, test } from "vitest";
import { writableMountsBelow } from "./mount-points.ts";

test("mounts inside a workspace are found by their place, odd names read, read-only ones left", () => {
  const rows = [
    "43 42 254:0 / / rw,relatime - ext4 /dev/vda rw",
    "44 43 0:25 / /ws/node\\040modules rw,nosuid - tmpfs x rw",
    "45 43 0:26 / /ws/closed ro,relatime - tmpfs x rw",
    "46 43 0:27 / /ws-evil/x rw,relatime - tmpfs x rw",
  ].join("\n");
  expect(writableMountsBelow("/ws", rows)).toEqual(["/ws/node modules"]);
});
