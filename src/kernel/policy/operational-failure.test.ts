import { expect, test } from "vitest";
import { OPERATIONAL_FAILURES } from "./operational-failure.ts";

test("every operational failure stops the turn: none is a tool result (R13)", () => {
  const answers = Object.entries(OPERATIONAL_FAILURES).map(([failure, { answer }]) => [failure, answer]);
  expect(answers).toEqual([
    ["tool_task_crashed", "stop_turn"],
    ["runtime_transport", "stop_turn"],
    ["provider_stream", "stop_turn"],
    ["cancelled", "stop_turn"],
  ]);
});
