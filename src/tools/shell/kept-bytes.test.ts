import * as fc from "fast-check";
import { expect, test } from "vitest";
import { KeptBytes } from "./kept-bytes.ts";

test("the two ends of any stream are kept, however it comes in parts", () => {
  const limits = fc.record({ headBytes: fc.nat(12), tailBytes: fc.nat(12) });
  fc.assert(
    fc.property(limits, fc.array(fc.uint8Array({ maxLength: 30 }), { maxLength: 12 }), (ends, parts) => {
      const kept = new KeptBytes(ends);
      for (const part of parts) kept.add(part);
      const all = Buffer.concat(parts);
      const head = all.subarray(0, ends.headBytes);
      const rest = all.subarray(head.length);
      expect([kept.total, kept.isCut, [...kept.head()], [...kept.tail()]]).toEqual([
        all.length,
        all.length > ends.headBytes + ends.tailBytes,
        [...head],
        [...rest.subarray(Math.max(0, rest.length - ends.tailBytes))],
      ]);
    }),
    { numRuns: 2000 },
  );
});
