import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { at, byIds, sampleIssue } from "../../../tests/support/sample-issue.ts";
import type { Issue } from "./issue.ts";
import { checkIssues, NOTE_WARN_THRESHOLD } from "./issue-check.ts";
import { hasAcceptance, VERIFICATION_RUNNERS, verificationCommand } from "./verification-command.ts";

const GOOD = "Acceptance:\n- works\n\n- `python3 -m pytest`";
const terms = { noteWarnThreshold: NOTE_WARN_THRESHOLD };

function classes(more: Partial<Issue>): readonly string[] {
  const { errors, warnings } = checkIssues(byIds(sampleIssue("bd-1", { description: GOOD, ...more })), terms);
  return [...errors, ...warnings].map((finding) => finding.class.replace("issue_graph.", ""));
}

describe("the issue check (contract memory 1.6)", () => {
  test("names every finding by id, with its class and message", () => {
    const issues = byIds(
      sampleIssue("bd-2", { title: "[EPIC] x", notes: "😀".repeat(11) }),
      sampleIssue("bd-10", { description: GOOD, issue_type: "epic", title: "[EPIC] fine" }),
      sampleIssue("bd-1", { status: "closed", created_at: at("1970-01-01T00:00:00Z") }),
    );
    expect(checkIssues(issues, { noteWarnThreshold: 10 })).toStrictEqual({
      result: "rejected",
      errors: [
        {
          issueId: "bd-2",
          class: "issue_graph.issue_type.epic_mismatch",
          message: "title starts with [EPIC] but issue_type=task",
        },
        {
          issueId: "bd-2",
          class: "issue_graph.acceptance.missing",
          message: "active issue must include an Acceptance section",
        },
        {
          issueId: "bd-2",
          class: "issue_graph.verification_command.missing",
          message: "active issue must include at least one verification command",
        },
      ],
      warnings: [
        {
          issueId: "bd-1",
          class: "issue_graph.timestamps.missing",
          message: "created_at missing, taken as 1970-01-01T00:00:00Z",
        },
        {
          issueId: "bd-2",
          class: "issue_graph.notes.large",
          message: "notes payload exceeds warning threshold (len=11, threshold=10)",
        },
      ],
      failureClasses: [
        "issue_graph.acceptance.missing",
        "issue_graph.issue_type.epic_mismatch",
        "issue_graph.verification_command.missing",
      ],
      warningClasses: ["issue_graph.notes.large", "issue_graph.timestamps.missing"],
    });
  });

  test("accepts an empty store", () => {
    const nothing = { errors: [], warnings: [], failureClasses: [], warningClasses: [] };
    expect(checkIssues(new Map(), terms)).toStrictEqual({ result: "accepted", ...nothing });
  });

  test.each<[string, Partial<Issue>, readonly string[]]>([
    ["active work that says both is fine", {}, []],
    [
      "a status counts without case and space",
      { status: " OPEN ", description: "" },
      ["acceptance.missing", "verification_command.missing"],
    ],
    [
      "work in progress counts",
      { status: "in_progress", description: "" },
      ["acceptance.missing", "verification_command.missing"],
    ],
    ["blocked, closed and ephemeral work does not", { status: "blocked", description: "" }, []],
    ["ephemeral work does not", { ephemeral: true, description: "" }, []],
    [
      "the fields for design and acceptance are not looked at",
      { description: "x", design: GOOD, acceptance_criteria: GOOD },
      ["acceptance.missing", "verification_command.missing"],
    ],
    [
      "the command may stand in the notes, the acceptance may not",
      { description: "", notes: GOOD },
      ["acceptance.missing"],
    ],
    ["a title with space before [EPIC] is no epic's", { title: " [EPIC] x" }, []],
    ["notes of exactly the threshold are fine", { notes: "x".repeat(2000) }, []],
    ["notes of more are not, whatever the status", { status: "closed", notes: "x".repeat(2001) }, ["notes.large"]],
    [
      "the last line of the description and the first of the notes are two lines",
      { description: "Acceptance: x", notes: "sh run.sh" },
      [],
    ],
  ])("%s", (_name, more, found) => {
    expect(classes(more)).toStrictEqual(found);
  });

  test("knows the runners it is told, and no others", () => {
    const issue = byIds(sampleIssue("bd-1", { description: "Acceptance:\n- `npm test`" }));
    expect(checkIssues(issue, { ...terms, runners: [...VERIFICATION_RUNNERS, "npm"] }).result).toBe("accepted");
    expect([checkIssues(issue, terms).result, checkIssues(issue, { ...terms, runners: [] }).result]).toStrictEqual([
      "rejected",
      "rejected",
    ]);
  });
});

const isCommand = verificationCommand(VERIFICATION_RUNNERS);

describe("a verification command (contract memory 1.6)", () => {
  test.each([
    ["sh x", true],
    ["- sh", true],
    ["*`pytest -q`  ", true],
    ["  -  `cargo run x", true],
    ["`cargo`", true],
    ["PYTHON3 -V", true],
    ["run `mise run x` please", true],
    ["`sh\nx\ny` z", true],
    ["- nix develop -c make", true],
    ["show", false],
    ["shé", false],
    ["sh_", false],
    ["run sh x", false],
    ["sh `x` y", false],
    ["-- sh", false],
    ["`x sh`", false],
    ["mise  run x", false],
    ["nix develop", false],
    ["", false],
  ])("%j: %s", (text, found) => {
    expect(isCommand(text)).toBe(found);
  });

  test("may begin with a word that means something in a pattern", () => {
    const runs = verificationCommand([" ./run.sh ", "c++", ""]);
    expect([runs("./run.sh all"), runs("c++ x"), runs("xrun.sh"), runs("`./run.sh`"), runs("cc x")]).toStrictEqual([
      true,
      true,
      false,
      true,
      false,
    ]);
  });

  const contractLine =
    /^\s*(?:[-*]\s*)?(?:`)?(?:mise run|python3|cargo(?: run)?|premath|sh|nix develop -c|uv run|pytest)\b[^`\n]*(?:`)?\s*$/im;
  const contractInline = /`(?:mise run|python3|cargo(?: run)?|premath|sh|nix develop -c|uv run|pytest)\b[^`]*`/i;
  const contractAcceptance = /^\s*acceptance(?:\s+criteria)?\s*:/im;
  const piece = fc.constantFrom(
    "\n",
    " ",
    "\t",
    "-",
    "*",
    "`",
    "``",
    "sh",
    "cargo",
    " run",
    "pytest",
    "x",
    "3",
    "python",
    "Acceptance",
    "criteria",
    ":",
    "acceptance criteria",
  );
  const someText = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

  test("and an Acceptance section are what the contract's patterns say, on any text", () => {
    fc.assert(
      fc.property(someText, (text) => {
        expect(isCommand(text)).toBe(contractLine.test(text) || contractInline.test(text));
        expect(hasAcceptance(text)).toBe(contractAcceptance.test(text));
      }),
      { numRuns: 5000 },
    );
  });

  test.each([
    ["a carriage return begins no line", "x\rsh y", false],
    ["nor does a line separator", "x\u2028sh y", false],
    ["but both are blanks at the start of one", "\r\u2028\u0085sh y", true],
    ["a zero-width no-break space is none", "\uFEFFsh y", false],
  ])("%s, as the reference has it", (_name, text, found) => {
    expect(isCommand(text)).toBe(found);
  });

  test.each([
    ["blanks", " ".repeat(1_000_000)],
    ["line feeds", "\n".repeat(1_000_000)],
    ["backticks", "`".repeat(1_000_000)],
    ["bullets", "- ".repeat(500_000)],
    ["commands cut short", `${"sh".padEnd(1_000_000)}\`x`],
    ["commands cut short, many", `sh ${" ".repeat(10)}\`x\n`.repeat(70_000)],
    ["open backticks", "`shx ".repeat(200_000)],
    ["closing backticks and blanks", `sh\`${" ".repeat(1_000_000)}x`],
    ["sections without a colon", "acceptance \n".repeat(90_000)],
    ["a section far from its colon", `acceptance${"\n ".repeat(500_000)}x`],
  ])("is looked for in linear time: a megabyte of %s", { timeout: 5_000 }, (_name, filling) => {
    const text = `a${filling}b`;
    const lines = `a\n${filling}\nb`;
    const answers = [text, lines].map((each) => [isCommand(each), hasAcceptance(each)]);
    expect(answers.flat().filter(Boolean)).toStrictEqual([]);
  });
});
