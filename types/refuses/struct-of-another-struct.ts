// refuses: TS2375
import { struct } from "../../src/kernel/json/shape.ts";

interface Spec {
  readonly callId: string;
}

interface Row {
  readonly toolCallId: string;
}

interface Turn {
  readonly spec: Spec;
}

const row = struct<Row>("Row", { toolCallId: { presence: "required", shape: { kind: "string" } } });

export const shape = struct<Turn>("Turn", { spec: { presence: "required", shape: row } });
