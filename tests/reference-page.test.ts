import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { declarationOf } from "../scripts/reference/declaration-of.ts";
import { committedPage, DOORS, referencePage } from "../scripts/reference-page.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const folder = join(temporaryFolder(), "src/runtime");
mkdirSync(folder, { recursive: true });

test.each(DOORS)("$page is current: else run `node scripts/reference-page.ts` (issue 7, library)", (door) => {
  expect(committedPage(door)).toBe(referencePage(door));
});

describe("a reference is made of sources", () => {
  function declared(source: string, name: string, isType = false): string {
    const file = join(folder, "declared.ts");
    writeFileSync(file, source);
    return declarationOf(file, name, { isType }).code;
  }

  test("functions without bodies, whatever their types have in braces", () => {
    expect(
      declared('export async function f<T>(a: { b: "}" }): Promise<{ c: T }> {\n  return { c: a };\n}\n', "f"),
    ).toBe('function f<T>(a: { b: "}" }): Promise<{ c: T }>;');
    expect(declared("export function g(): (a: number) => { b: 1 } {\n  return h;\n}\n", "g")).toBe(
      "function g(): (a: number) => { b: 1 };",
    );
  });

  test("values by their types, types whole", () => {
    expect(declared("export const a: (b: 1) => 2 = () => 2;\n", "a")).toBe("const a: (b: 1) => 2;");
    expect(declared("export type A =\n  | { readonly b: 1; readonly c: 2 }\n  | 3;\nconst d = 4;\n", "A", true)).toBe(
      "type A =\n  | { readonly b: 1; readonly c: 2 }\n  | 3;",
    );
  });

  const CLASS = `class A extends B {
  override readonly name = "A";
  readonly b: number = 1;
  readonly #hidden = 2;
  static {
    mint = 3;
  }
  constructor(b: number) {
    super(b);
  }
  /** What it gives. */
  get c(): { d: number } {
    return this.#hidden;
  }
  protected e(): void {}
}
export type { A };
`;

  test("classes as whoever uses them sees them", () => {
    const seen = [
      'class A extends B {\n  readonly name = "A";\n  readonly b: number;',
      "  constructor(b: number);",
      "  /** What it gives. */\n  get c(): { d: number };\n}",
    ];
    expect(declared(CLASS, "A")).toBe(seen.join("\n"));
    expect(declared(CLASS, "A", true)).toBe([seen[0], seen[2]].join("\n"));
  });

  test("a name that nobody has said a word about is an error", () => {
    const source = join(folder, "door.ts");
    writeFileSync(join(folder, "mute.ts"), "/** Said. */\nexport const a: 1 = 1;\n\nexport const b: 2 = 2;\n");
    writeFileSync(source, 'export { a, b } from "./mute.ts";\n');
    expect(() => referencePage({ page: "", source, title: "t", intro: "i" })).toThrow(
      "exports names without a doc comment: b",
    );
  });
});
