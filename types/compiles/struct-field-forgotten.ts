import { struct } from "../../src/kernel/json/shape.ts";

interface Row {
  readonly toolCallId: string;
  readonly toolName: string;
}

export const shape = struct<Row>("Row", {
  toolCallId: { presence: "required", shape: { kind: "string" } },
  toolName: { presence: "required", shape: { kind: "string" } },
});
