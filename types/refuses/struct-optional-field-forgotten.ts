// refuses: TS2741
import { struct } from "../../src/kernel/json/shape.ts";

interface Row {
  readonly toolCallId: string;
  readonly callerId?: string | null;
}

export const shape = struct<Row>("Row", { toolCallId: { presence: "required", shape: { kind: "string" } } });
