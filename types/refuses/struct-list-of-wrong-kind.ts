// refuses: TS2322
import { struct } from "../../src/kernel/json/shape.ts";

interface Row {
  readonly refs: readonly string[];
}

export const shape = struct<Row>("Row", {
  refs: { presence: "required", shape: { kind: "list", of: { kind: "boolean" } } },
});
