import { struct } from "../../src/kernel/json/shape.ts";

interface Row {
  readonly retryable?: boolean | null;
}

export const shape = struct<Row>("Row", { retryable: { presence: "optional", shape: { kind: "boolean" } } });
