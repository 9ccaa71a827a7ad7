import { struct } from "../../src/kernel/json/shape.ts";

interface Spec {
  readonly callId: string;
}

interface Turn {
  readonly spec: Spec;
}

const spec = struct<Spec>("Spec", { callId: { presence: "required", shape: { kind: "string" } } });

export const shape = struct<Turn>("Turn", { spec: { presence: "required", shape: spec } });
