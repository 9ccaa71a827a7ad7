import { expect, test } from "vitest";
import { struct } from "./shape.ts";

interface Row {
  readonly id: string;
  readonly note?: string | null;
  readonly on?: boolean;
  readonly kind: string;
}

test("a struct keeps its fields and names the required ones in declared order", () => {
  const fields = {
    id: { presence: "required", shape: { kind: "string" } },
    note: { presence: "optional", shape: { kind: "string" } },
    on: { presence: "defaulted", shape: { kind: "boolean" } },
    kind: { presence: "required", shape: { kind: "string" } },
  } as const;
  expect(struct<Row>("Row", fields)).toStrictEqual({
    kind: "struct",
    name: "Row",
    fields: new Map(Object.entries(fields)),
    required: ["id", "kind"],
  });
});
