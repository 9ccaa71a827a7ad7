import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSchema } from "./json-schema-check.ts";
import { compilePattern } from "./json-schema-pattern.ts";

/** What the language says. V8 finds `\\B` in the middle of 😀, where no search may start: it is asked place by place. */
function theirs(source: string, text: string): boolean {
  const regExp = host(source);
  const chars = regExp.unicode ? Array.from(text) : text.split("");
  return ["", ...chars].some((_, at) => {
    regExp.lastIndex = chars.slice(0, at).join("").length;
    return regExp.test(text);
  });
}

function host(source: string): RegExp {
  try {
    return new RegExp(source, "uy");
  } catch {
    // Not one of code points.
    return new RegExp(source, "y");
  }
}

/** Our answer; the reason when there is none. */
function ours(source: string, text: string): boolean | string {
  const pattern = compilePattern(source);
  return "reason" in pattern ? pattern.reason : pattern.test(text);
}

const TEXTS = [
  ..."|a|b|ab|ba|aab|abab|aaaa|A|_|-|\\|c|\\c|]|{|}|a{,2}|é|😀|a😀b|\uD83D|\uDE00|\uDE00\uD83D|\n|\r|\t|\f|\v|\0|\u0001|\u2028|a\nb|1|12".split(
    "|",
  ),
  ..."a b| a|\u00A0|K|ſ|\u212A|k|x41|u0041|p{L}|k<n>|8|\n2|aéb|😀😀|cab|a-b.c|Ab1".split("|"),
  "|",
];

const CONSTRUCTS: Readonly<Record<string, readonly string[]>> = {
  literals: ["", "a", "ab", "😀", "é", "/", "]", "}", "{", "a{,2}", "\n"],
  "the dot": [".", "^.$", "^..$", "a.b"],
  classes: [
    "[ab]",
    "^[a-c]+$",
    "[^a]",
    "^[^a]$",
    "[]",
    "[^]",
    "[\\]]",
    "[\\w-.]",
    "[\\d-x]",
    "[\\b]",
    "[😀]",
    "^[^😀]$",
    "[a\\-z]",
  ],
  "class escapes": [
    "\\d",
    "\\D",
    "\\w",
    "^\\W$",
    "\\s",
    "^\\S+$",
    "[\\s\\d]",
    "[^\\S]",
    "\\p{L}",
    "^\\P{L}$",
    "[\\p{Lu}1]",
    "\\p{L}-\\-",
  ],
  "character escapes": [
    "\\n",
    "\\r",
    "\\t",
    "\\f",
    "\\v",
    "\\0",
    "\\x41",
    "\\u0041",
    "\\u{1F600}",
    "\\uD83D\\uDE00",
    "\\uD83D",
    "\\uDE00",
    "\\cA",
  ],
  "escaped punctuation": ["\\.", "\\\\", "\\|", "\\{", "\\/", "\\-", "\\_", "a\\-b"],
  "escapes only read without the u flag": [
    "\\c",
    "\\c\\-",
    "^\\c$",
    "\\x\\-?",
    "\\x4",
    "\\u00",
    "\\u{2}\\-?",
    "\\p{L}\\-?",
    "\\k<n>",
    "\\8",
    "\\12",
    "\\1",
    "(a)\\2",
    "\\08",
    "[\\c]",
    "\\C",
    "\\a",
  ],
  "code units": ["^.$\\-?", "^..\\-?$", "😀\\-?", "[😀]\\-?", "^[^a]\\-?$", "\\uD83D\\uDE00\\-?"],
  edges: ["^", "$", "^$", "^a", "a$", "$a", "a^", "\\b", "\\B", "\\ba\\b", "a\\Bb", "^\\b", "\\B$", "(^|b)a", "a($|b)"],
  groups: ["(a)(b)", "(?:ab)+", "(?<n>a)b", "()", "(?:)", "(?:(?:(a)))", "(|a)b"],
  alternation: ["a|b", "^(a|b)$", "^(?:a||b)$", "a|", "|", "ab|cd|é"],
  quantifiers: [
    "a*",
    "^a*$",
    "^a+$",
    "^a?$",
    "^a{2}$",
    "^a{2,}$",
    "^a{1,2}$",
    "^a{0}$",
    "^a{0,1}b$",
    "(ab){2}",
    "^(a|b){2,3}$",
    "()*",
    "(a*)*",
    "(a*)+b",
    "^(?:a?){3}$",
    "(){99999999999}",
  ],
  "lazy quantifiers": ["^a*?$", "^a+?$", "a??b", "^a{2}?$", "^a{2,}?$", "^a{1,2}?b$"],
  looks: [
    "(?=a)",
    "a(?!b)",
    "^(?!a)",
    "(?<=a)b",
    "(?<!a)b",
    "^(?=.*b)(?=.*a)",
    "(?=a(?!a))",
    "(?<=(?=a).)b",
    "(?=a)*b",
    "(?=(?<=a)b)",
    "^(?!.*\\n)",
    "(?<=^a+)b",
    "(?=ab$)a",
    "(?<!^)$",
  ],
  modifiers: [
    "(?i:a)",
    "(?i:\\u212a)",
    "(?i:a(?-i:b))",
    "(?is:a(?-i:.b))",
    "(?i:a(?s-i:.b(?m:$)))",
    "(?s:^.$)",
    "(?m:^b)",
    "(?m:a$)",
    "(?i:[^k])",
    "(?i:\\bſ)",
    "(?i:k)\\-?",
  ],
};

describe("a pattern answers as the host's regular expression does", () => {
  test.each(Object.entries(CONSTRUCTS))("%s", (_, sources) => {
    for (const source of sources) {
      const expected = TEXTS.map((text) => [source, text, theirs(source, text)]);
      expect(TEXTS.map((text) => [source, text, ours(source, text)])).toEqual(expected);
    }
  });

  const element = fc.constantFrom(
    ..."a b _ 1 . - 😀 [ab] [^a] [^😀] [a-b😀] [\\w-] [^\\W\\d] \\d \\D \\w \\W \\s \\S \\n \\x61 \\u0061 \\u{1F600} \\uD83D\\uDE00 \\uD83D \\uDE00".split(
      " ",
    ),
    ..."\\p{L} \\. \\- ^ $ \\b \\B \\141 \\c { ] (?=) (?!)".split(" "),
  );
  const mark = fc.constantFrom(..."* + ? {2} {0} {1,} {0,2} {1,3} *? +? ?? {2}? {1,}? {0,2}?".split(" "));
  // Modifiers like `(?i: )` are left out: V8 gets some wrong, such as /a+(?i:(?s:)|)/ on "A".
  const opening = fc.constantFrom("(", "(?:", "(?:", "(?=", "(?!", "(?<=", "(?<!");
  const regExp = fc.letrec<{ choice: string; term: string }>((tie) => ({
    choice: fc
      .array(fc.array(tie("term"), { maxLength: 4 }), { minLength: 1, maxLength: 3 })
      .map((choices) => choices.map((terms) => terms.join("")).join("|")),
    term: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      element,
      fc.tuple(element, mark).map(([one, many]) => one + many),
      fc.tuple(opening, tie("choice")).map(([open, inner]) => `${open}${inner})`),
      fc.tuple(tie("choice"), mark).map(([inner, many]) => `(?:${inner})${many}`),
    ),
  })).choice;
  const text = fc
    .array(fc.constantFrom("a", "b", "A", "_", "1", " ", "-", "\n", "😀", "\uD83D", "\uDE00", "é"), { maxLength: 8 })
    .map((chars) => chars.join(""));

  test("random patterns, random texts", () => {
    fc.assert(
      fc.property(regExp, fc.array(text, { minLength: 1, maxLength: 5 }), (source, texts) => {
        if (compilable(source)) {
          expect(texts.map((one) => ours(source, one))).toEqual(texts.map((one) => theirs(source, one)));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  /** A random pattern may quantify what cannot be: `^*`, `{*`. */
  function compilable(source: string): boolean {
    const pattern = compilePattern(source);
    return !("reason" in pattern) || pattern.reason !== "is no regular expression";
  }
});

describe("patterns that are refused", () => {
  const UNBOUNDED = "may take time without end";
  test.each([
    ["(", "is no regular expression"],
    ["a{2,1}", "is no regular expression"],
    ["(a)\\1", UNBOUNDED],
    ["(?<n>a)\\k<n>", UNBOUNDED],
    ["(?<n>a)\\k<n>\\-", UNBOUNDED],
    ["\\1(a)\\-", UNBOUNDED],
    ["(a*)*\\1", UNBOUNDED],
    ["a{25001}", "is too large"],
    ["(a{200}){200}", "is too large"],
    ["((a{1000}){1000}){1000}", "is too large"],
    ["a{99999999999999999999}", "is too large"],
    [`a{${"9".repeat(400)}}`, "is too large"],
    [`${"(".repeat(500)}a${")".repeat(500)}`, "is too large"],
    [`(?:${"|".repeat(9_000)}){3}`, "is too large"],
    ["a".repeat(20_001), "is too large"],
  ])("%.30s", (source, reason) => {
    expect(compilePattern(source)).toEqual({ reason });
  });

  test("make the whole schema one that cannot be evaluated", () => {
    const refused = (place: string): readonly object[] => [
      { path: "", problem: `the schema cannot be evaluated: #/${place} ${UNBOUNDED}` },
    ];
    expect(compileSchema({ pattern: "(a)\\1" })(1)).toEqual(refused("pattern"));
    expect(compileSchema({ patternProperties: { "(a)\\1": true } })(1)).toEqual(refused("patternProperties/(a)\\1"));
  });
});

describe("hostile patterns", () => {
  const long = "a".repeat(9_999);
  test.each([
    ["^(a+)+$", `${long}!`, false],
    ["^(a+)+$", `${long}a`, true],
    ["(a|a)*b", `${long}!`, false],
    ["^(([a-z])+.)+[A-Z]([a-z])+$", `${long}a`, false],
    ["(.*)*x", `${long}!`, false],
    ["^(a?){50}a{50}$", `${long}!`, false],
    ["^(a?){50}a{50}$", "a".repeat(75), true],
    ["^(?=(a+)+$)(?!(a|a)*b)", `${long}!`, false],
    ["(?<=(a+)+)(?<!(a*)*)b", `${long}b`, false],
    ["(?=b*b)a*a*a*a*a*a*a*a*b!", `${long}b`, false],
    ["((((a*)*)*)*)*b", `${long}!`, false],
  ])("%s takes little time", { timeout: 1_000 }, (source, text, expected) => {
    expect(ours(source, text)).toBe(expected);
  });

  test("many states on a long text use up the steps of a check", { timeout: 30_000 }, () => {
    const stopped = [{ path: "", problem: "the value cannot be checked: it takes too many steps" }];
    expect(compileSchema({ pattern: "(a?){2000}b" })(`${long}!`)).toEqual(stopped);
    expect(compileSchema({ not: { pattern: "(?<=(a?){2000}b)" } })(`${long}!`)).toEqual(stopped);
    expect(compileSchema({ items: { pattern: "^a{0,10000}$" } })(Array.from({ length: 10_000 }, () => ""))).toEqual(
      stopped,
    );
  });

  test("a long repeat at a fixed place is cheap", () => {
    expect(compileSchema({ pattern: "^.{1,10000}$" })("a".repeat(10_000))).toEqual([]);
  });
});
