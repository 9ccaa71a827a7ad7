import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileGlob, isPlainPath, isWithin } from "./paths.ts";

describe("isPlainPath", () => {
  test.each(["/", "/a", "/a/b", "/.a", "/..a", "/a..", "/...", "/a b", "/ä", "/a\\b", "/a/.../b", "/*"])(
    "%s is absolute and plain",
    (path) => {
      expect(isPlainPath(path)).toBe(true);
    },
  );

  test.each([
    "",
    "a",
    "a/b",
    "./a",
    "//",
    "//a",
    "/a/",
    "/a//b",
    "/.",
    "/..",
    "/a/.",
    "/a/..",
    "/a/./b",
    "/a/../b",
    "~/a",
  ])("%j is not", (path) => {
    expect(isPlainPath(path)).toBe(false);
  });
});

describe("isWithin", () => {
  test.each([
    ["/repo", "/repo"],
    ["/repo/a", "/repo"],
    ["/repo/a/b", "/repo/a"],
    ["/a", "/"],
    ["/", "/"],
  ])("%s is within %s", (path, root) => {
    expect(isWithin(path, root)).toBe(true);
  });

  test.each([
    ["/repo2", "/repo"],
    ["/wor", "/repo"],
    ["/", "/repo"],
    ["/repo", "/repo/a"],
    ["/repo/../etc", "/repo"],
    ["/repo/", "/repo"],
    ["/repo/a", "/repo/"],
    ["/repo/a", ""],
    ["work/a", "work"],
    ["/repo/a", "/repo/."],
  ])("%s is not within %j", (path, root) => {
    expect(isWithin(path, root)).toBe(false);
  });
});

describe("compileGlob", () => {
  test.each([
    ["/repo/**", "/repo/a"],
    ["/repo/**", "/repo/a/b"],
    ["/repo/**", "/repo"],
    ["/**", "/"],
    ["/**", "/a/b"],
    ["/repo/**/b", "/repo/b"],
    ["/repo/**/b", "/repo/x/y/b"],
    ["/**/b", "/b"],
    ["/repo/*", "/repo/a"],
    ["/repo/*.ts", "/repo/a.ts"],
    ["/repo/*.ts", "/repo/.ts"],
    ["/repo/?", "/repo/a"],
    ["/repo/?", "/repo/😀"],
    ["/repo/a", "/repo/a"],
    ["/r*o/**/t?st", "/repo/a/b/test"],
    ["/repo/**/**", "/repo"],
    ["repo/*", "/repo/a"],
    ["/a**b", "/axb"],
    ["/a*b*c", "/abbbc"],
  ])("%s matches %s", (glob, path) => {
    expect(compileGlob(glob)(path)).toBe(true);
  });

  test.each([
    ["/repo/**", "/repo2/a"],
    ["/repo/**", "/"],
    ["/repo/**", "/repo/../etc"],
    ["/repo/**", "repo/a"],
    ["/repo/../**", "/repo/a"],
    ["/**", "a"],
    ["/**", "/a/.."],
    ["/repo/*", "/repo"],
    ["/repo/*", "/repo/a/b"],
    ["/repo/?", "/repo/ab"],
    ["/repo/a", "/repo/A"],
    ["/repo/a", "/repo/a/b"],
    ["/repo/a/b", "/repo/a"],
    ["/repo/**/b", "/repo/bb"],
    ["/a**b", "/a/b"],
    ["/a*b*c", "/abbb"],
    ["", "/a"],
  ])("%j does not match %s", (glob, path) => {
    expect(compileGlob(glob)(path)).toBe(false);
  });

  /** The same by the book: every way to cut a path is tried. Exponential, and fine for short words. */
  function matchesSlowly(path: readonly string[], glob: readonly string[]): boolean {
    const [wanted, ...rest] = glob;
    if (wanted === undefined) return path.length === 0;
    if (wanted === "**") return path.some((_, at) => matchesSlowly(path.slice(at), rest)) || matchesSlowly([], rest);
    const [segment, ...below] = path;
    return segment !== undefined && segmentMatches(segment, wanted) && matchesSlowly(below, rest);
  }

  function segmentMatches(segment: string, pattern: string): boolean {
    if (pattern === "") return segment === "";
    const [first = "", rest] = [pattern[0], pattern.slice(1)];
    if (first === "*") {
      const tails = Array.from({ length: segment.length + 1 }, (_, at) => segment.slice(at));
      return tails.some((tail) => segmentMatches(tail, rest));
    }
    return segment !== "" && (first === "?" || first === segment[0]) && segmentMatches(segment.slice(1), rest);
  }

  const word = (letters: readonly string[]): fc.Arbitrary<string> =>
    fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 4 }).map((units) => units.join(""));
  const segments = fc.array(word(["a", "b"]), { minLength: 1, maxLength: 5 });
  const globs = fc.array(fc.oneof(fc.constant("**"), word(["a", "b", "*", "?"])), { minLength: 1, maxLength: 5 });

  test("agrees with a matcher that tries everything", () => {
    fc.assert(
      fc.property(segments, globs, (path, glob) => {
        expect(compileGlob(`/${glob.join("/")}`)(`/${path.join("/")}`)).toBe(matchesSlowly(path, glob));
      }),
      { seed: 7, numRuns: 3000 },
    );
  });

  test.each<[string, string, string]>([
    ["stars in a segment", `/${"*a".repeat(60)}b`, `/${"a".repeat(4000)}`],
    ["stars over segments", `/${"**/a/".repeat(60)}b`, `/${"a/".repeat(4000)}a`],
    ["a path that is not plain", "/**", `/${"a/".repeat(20_000)}..`],
    ["question marks", `/${"?*".repeat(200)}b`, `/${"a".repeat(4000)}`],
  ])("takes no more than the product of both lengths for hostile %s", (_what, glob, path) => {
    const matches = compileGlob(glob);
    // Exponential matchers do not come back from any of these.
    expect(matches(path)).toBe(false);
  });
});
