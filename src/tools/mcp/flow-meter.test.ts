import { expect, test } from "vitest";
import { flowMeter } from "./flow-meter.ts";
import { MCP_LIMITS } from "./mcp-limits.ts";

test("each window has its number of bytes and of messages, and begins at zero", () => {
  let time = 0;
  const meter = flowMeter(() => time);
  expect([meter.bytes(MCP_LIMITS.windowBytes), meter.bytes(1)]).toEqual([undefined, expect.any(String)]);
  for (let at = 0; at < MCP_LIMITS.windowUnasked; at++) expect(meter.unasked()).toBeUndefined();
  expect(meter.unasked()).toBe("sent more than 2000 messages in 10 s that nobody asked for");
  time += MCP_LIMITS.windowMs;
  expect([meter.bytes(1), meter.unasked()]).toEqual([undefined, undefined]);
});
