import { struct } from "../../src/kernel/json/shape.ts";

interface Row {
  readonly toolCallId: string;
}

export const shape = struct<Row>("Row", { toolCallId: { presence: "required", shape: { kind: "string" } } });
