import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileSchema, publishedSchema, readJsonText } from "#kernel";
import { utf8 } from "#platform";
import { ROOT } from "../support/root.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { NO_TERMINAL, onTerminal, premath } from "./program.ts";
import { runSequence, type Sequence, type Step } from "./run-sequence.ts";

/*
 * Sequences of our own, beside the recorded ones: what the contract's 2.1 to 2.4 say, command by command.
 */

const folder = temporaryFolder();

const done = (args: readonly string[], ...out: readonly string[]): Step => ({ args, out: lines(out), err: "", rc: 0 });
const failed = (args: readonly string[], err: string): Step => ({ args, out: "", err: `error: ${err}\n`, rc: 1 });
const misused = (args: readonly string[], err: string): Step => ({ args, out: "", err: `error: ${err}\n`, rc: 2 });
const printed = (args: readonly string[], payload: object): Step =>
  done([...args, "--json"], JSON.stringify(payload, null, 2));
const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join("");
const file = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const session = (...words: readonly string[]): readonly string[] => ["harness-session", ...words];
const feature = (...words: readonly string[]): readonly string[] => ["harness-feature", ...words];

const SESSION = { schema: 1, sessionKind: "premath.harness.session.v1" };
const LEDGER = { schema: 1, ledgerKind: "premath.harness.feature_ledger.v1" };
const ledger = (features: readonly object[], more: object = {}): object => ({
  ...LEDGER,
  ...more,
  updatedAt: "t",
  features,
});

const SEQUENCES: Readonly<Record<string, Sequence>> = {
  "a session: named, kept, replaced, cleared": {
    files: {},
    steps: [
      printed(
        session(
          "write",
          "--session-id= mine ",
          "--issue-id=bd/A.1",
          "--summary=s",
          "--witness-ref=b",
          "--witness-ref=a",
        ),
        {
          action: "harness-session.write",
          path: ".premath/harness_session.json",
          session: {
            issueId: "bd/A.1",
            issuesPath: ".premath/issues.jsonl",
            schema: 1,
            sessionId: "mine",
            sessionKind: "premath.harness.session.v1",
            startedAt: "<NOW>",
            state: "stopped",
            stoppedAt: "<NOW>",
            summary: "s",
            updatedAt: "<NOW>",
            witnessRefs: ["a", "b"],
          },
        },
      ),
      printed(session("write", "--state=active", "--session-id=", "--summary= ", "--issues", " elsewhere.jsonl "), {
        action: "harness-session.write",
        path: ".premath/harness_session.json",
        session: {
          issueId: "bd/A.1",
          issuesPath: "elsewhere.jsonl",
          schema: 1,
          sessionId: "mine",
          sessionKind: "premath.harness.session.v1",
          startedAt: "<NOW>",
          state: "active",
          updatedAt: "<NOW>",
          witnessRefs: ["a", "b"],
        },
      }),
      done(
        session("write", "--witness-ref", "", "--issue-id", "", "--next-step=-go"),
        "premath harness-session write",
        "  Session ID: mine",
        "  State: stopped",
        "  Path: .premath/harness_session.json",
      ),
      printed(session("bootstrap"), {
        action: "harness-session.bootstrap",
        bootstrapKind: "premath.harness.bootstrap.v1",
        featureClosureComplete: null,
        featureCount: null,
        featureLedgerRef: ".premath/harness_feature_ledger.json",
        instructionRefs: [],
        issuesPath: ".premath/issues.jsonl",
        issuesSnapshotRef: null,
        lineageRefs: [],
        mode: "resume",
        nextFeatureId: null,
        nextStep: "-go",
        resumeIssueId: null,
        sessionId: "mine",
        sessionRef: ".premath/harness_session.json",
        startedAt: "<NOW>",
        stoppedAt: "<NOW>",
        summary: null,
        updatedAt: "<NOW>",
        witnessRefs: [],
      }),
    ],
    after: {
      ".premath/harness_session.json": file({
        ...SESSION,
        sessionId: "mine",
        state: "stopped",
        nextStep: "-go",
        startedAt: "<NOW>",
        updatedAt: "<NOW>",
        stoppedAt: "<NOW>",
        issuesPath: ".premath/issues.jsonl",
      }),
    },
  },
  "a session named after its issue, elsewhere; the ref of its issues": {
    files: { "i.jsonl": '{"id":"bd-1","title":"A"}\n' },
    steps: [
      done(
        session(
          "write",
          "--path",
          "a/b c/s.json",
          "--issue-id",
          " É/x ",
          "--issues",
          "i.jsonl",
          "--lineage-ref",
          "ctx://x",
        ),
        "premath harness-session write",
        "  Session ID: hs1_<NOW>_x",
        "  State: stopped",
        "  Issue: É/x",
        "  Path: a/b c/s.json",
      ),
    ],
    after: {
      "a/b c/s.json": file({
        ...SESSION,
        sessionId: "hs1_<NOW>_x",
        state: "stopped",
        issueId: "É/x",
        lineageRefs: ["ctx://x"],
        startedAt: "<NOW>",
        updatedAt: "<NOW>",
        stoppedAt: "<NOW>",
        issuesPath: "i.jsonl",
        issuesSnapshotRef: "iss1_<REF>",
      }),
    },
  },
  "what is no session": {
    files: {
      "d/x": "",
      "state.json": JSON.stringify({ ...SESSION, sessionId: "x", state: "paused", startedAt: "", updatedAt: "" }),
      "twice.json": '{"schema":1,"schema":1}',
      "torn.json": '{"schema":1,',
      "float.json": '{"schema":1.0}',
    },
    steps: [
      failed(session("read", "--path", "d"), "failed to read harness session artifact d: Is a directory (os error 21)"),
      failed(
        session("write", "--path", "d"),
        "failed to read harness session artifact d: Is a directory (os error 21)",
      ),
      failed(
        session("read", "--path", "d/x/y"),
        "failed to read harness session artifact d/x/y: Not a directory (os error 20)",
      ),
      failed(
        session("write", "--path", "d/x/y"),
        "failed to create harness session directory d/x: File exists (os error 17)",
      ),
      failed(
        session("write", "--path="),
        "failed to write harness session artifact : No such file or directory (os error 2)",
      ),
      failed(
        session("bootstrap", "--path", "state.json"),
        "invalid harness session state paused (expected active|stopped)",
      ),
      failed(
        session("read", "--path", "twice.json", "--json"),
        "failed to parse harness session artifact twice.json: duplicate field `schema` at line 1 column 20",
      ),
      failed(
        session("write", "--path", "torn.json"),
        "failed to parse harness session artifact torn.json: EOF while parsing a value at line 1 column 12",
      ),
      failed(
        session("read", "--path", "float.json"),
        "failed to parse harness session artifact float.json: invalid type: floating point `1.0`, expected u32 at line 1 column 13",
      ),
    ],
    after: { "torn.json": '{"schema":1,' },
  },
  "features: written, sorted, kept, next": {
    files: {},
    steps: [
      done(
        feature("next"),
        "premath harness-feature next",
        "  Path: .premath/harness_feature_ledger.json",
        "  Next Feature: none (ledger missing)",
      ),
      printed(feature("next"), {
        action: "harness-feature.next",
        closureComplete: null,
        exists: false,
        featureCount: null,
        nextFeatureId: null,
        path: ".premath/harness_feature_ledger.json",
      }),
      failed(
        feature("read"),
        "failed to read harness feature ledger .premath/harness_feature_ledger.json: unable to read .premath/harness_feature_ledger.json: No such file or directory (os error 2)",
      ),
      done(
        feature(
          "write",
          "--feature-id",
          " b ",
          "--status",
          "pending",
          "--session-ref",
          "s.json",
          "--instruction-ref",
          "i",
        ),
        "premath harness-feature write",
        "  Feature: b",
        "  Path: .premath/harness_feature_ledger.json",
      ),
      printed(feature("write", "--feature-id", "a", "--status=completed", "--summary=s", "--verification-ref=v"), {
        action: "harness-feature.write",
        featureId: "a",
        ledger: {
          features: [
            { featureId: "a", status: "completed", summary: "s", updatedAt: "<NOW>", verificationRefs: ["v"] },
            { featureId: "b", instructionRefs: ["i"], status: "pending", updatedAt: "<NOW>" },
          ],
          ledgerKind: "premath.harness.feature_ledger.v1",
          schema: 1,
          sessionRef: "s.json",
          updatedAt: "<NOW>",
        },
        path: ".premath/harness_feature_ledger.json",
      }),
      done(
        feature("write", "--feature-id", "b", "--status", "blocked", "--instruction-ref", " "),
        "premath harness-feature write",
        "  Feature: b",
        "  Path: .premath/harness_feature_ledger.json",
      ),
      done(
        feature("next"),
        "premath harness-feature next",
        "  Path: .premath/harness_feature_ledger.json",
        "  Next Feature: none",
        "  Closure Complete: false",
        "  Feature Count: 2",
      ),
      done(
        feature("read"),
        "premath harness-feature read",
        "  Path: .premath/harness_feature_ledger.json",
        "  Features: 2",
        "  Session Ref: s.json",
      ),
      done(feature("check"), "[harness-feature] OK (features=2, closureComplete=false, nextFeature=none)"),
      {
        ...done(
          feature("check", "--require-closure"),
          "[harness-feature] FAIL (features=2, closureComplete=false, nextFeature=none)",
          "  - harness_feature_ledger.closure_incomplete (require-closure set but ledger is not closed)",
        ),
        rc: 1,
      },
      failed(feature("write", "--feature-id= ", "--status=pending"), "feature-id must be non-empty"),
    ],
    after: {
      ".premath/harness_feature_ledger.json": file({
        ...LEDGER,
        sessionRef: "s.json",
        updatedAt: "<NOW>",
        features: [
          { featureId: "a", status: "completed", summary: "s", verificationRefs: ["v"], updatedAt: "<NOW>" },
          { featureId: "b", status: "blocked", instructionRefs: ["i"], updatedAt: "<NOW>" },
        ],
      }),
    },
  },
  "no invariant is looked at on a write, unless it is strict": {
    files: {},
    steps: [
      done(
        feature("write", "--path", "f.json", "--feature-id", "a", "--status", "in_progress", "--strict"),
        "premath harness-feature write",
        "  Feature: a",
        "  Path: f.json",
      ),
      failed(
        feature("write", "--path", "f.json", "--feature-id", "b", "--status", "in_progress", "--strict"),
        "failed to write harness feature ledger f.json: it would be rejected: harness_feature_ledger.in_progress.non_contractible (at most one feature may be in_progress)",
      ),
      failed(
        feature("write", "--path", "f.json", "--feature-id", "a", "--status", "completed", "--strict", "--json"),
        "failed to write harness feature ledger f.json: it would be rejected: harness_feature_ledger.completed_missing_verification_ref feature=a (completed feature requires at least one verificationRef)",
      ),
      printed(feature("next", "--path", "f.json"), {
        action: "harness-feature.next",
        closureComplete: false,
        exists: true,
        featureCount: 1,
        nextFeatureId: "a",
        path: "f.json",
      }),
      done(
        feature("write", "--path", "f.json", "--feature-id", "b", "--status", "in_progress"),
        "premath harness-feature write",
        "  Feature: b",
        "  Path: f.json",
      ),
      {
        ...done(
          feature("check", "--path", "f.json"),
          "[harness-feature] FAIL (features=2, closureComplete=false, nextFeature=a)",
          "  - harness_feature_ledger.in_progress.non_contractible (at most one feature may be in_progress)",
        ),
        rc: 1,
      },
    ],
    after: {
      "f.json": file({
        ...LEDGER,
        updatedAt: "<NOW>",
        features: [
          { featureId: "a", status: "in_progress", updatedAt: "<NOW>" },
          { featureId: "b", status: "in_progress", updatedAt: "<NOW>" },
        ],
      }),
    },
  },
  "what is no ledger, and what a bootstrap says of it": {
    files: {
      "s.json": JSON.stringify({ ...SESSION, sessionId: "x", state: "active", startedAt: "a", updatedAt: "b" }),
      "d/x": "",
      "schema.json": JSON.stringify({ ...LEDGER, schema: 3, updatedAt: "t" }),
      "kind.json": JSON.stringify({ ...LEDGER, ledgerKind: "zz", updatedAt: "t" }),
      "torn.json": "{",
      "empty.json": JSON.stringify(ledger([])),
      "good.json": JSON.stringify(ledger([{ featureId: "a", status: "pending", updatedAt: "u" }])),
    },
    steps: [
      failed(
        feature("read", "--path", "schema.json"),
        "failed to read harness feature ledger schema.json: invalid schema 3 (expected 1)",
      ),
      failed(
        feature("check", "--path", "kind.json"),
        "failed to read harness feature ledger kind.json: invalid ledger kind zz (expected premath.harness.feature_ledger.v1)",
      ),
      failed(
        feature("write", "--path", "torn.json", "--feature-id", "a", "--status", "pending"),
        "failed to read harness feature ledger torn.json: unable to parse torn.json: EOF while parsing an object at line 1 column 1",
      ),
      failed(
        feature("next", "--path", "d"),
        "failed to compute next feature from d: unable to read d: Is a directory (os error 21)",
      ),
      failed(
        session("bootstrap", "--path", "s.json", "--feature-ledger", "torn.json"),
        "failed to project harness feature ledger torn.json: unable to parse torn.json: EOF while parsing an object at line 1 column 1",
      ),
      failed(
        session("bootstrap", "--path", "s.json", "--feature-ledger", "empty.json"),
        "failed to project harness feature ledger empty.json: ledger rejected: harness_feature_ledger.empty",
      ),
      done(
        session("bootstrap", "--path", "s.json", "--feature-ledger", "good.json"),
        "premath harness-session bootstrap",
        "  Session Ref: s.json",
        "  Mode: attach",
        "  Next Feature: a",
      ),
    ],
    after: { "torn.json": "{" },
  },
  "usage errors": {
    files: {},
    steps: [
      misused(feature("write"), "the following required arguments were not provided:"),
      misused(
        feature("write", "--feature-id", "a", "--status", "done"),
        "invalid value 'done' for '--status <STATUS>'",
      ),
      misused(feature("write", "--feature-id", "-x"), "unexpected argument '-x' found"),
      misused(
        session("read", "--path", "a", "--path", "b"),
        "the argument '--path <PATH>' cannot be used multiple times",
      ),
      misused(session("read", "--json=true"), "unexpected value 'true' for '--json' found; no more were expected"),
      misused(session("read", "extra"), "unexpected argument 'extra' found"),
      misused(session("zzz"), "unrecognized subcommand 'zzz'"),
    ],
    after: {},
  },
};

describe.concurrent("sequences of harness-session and harness-feature (M03, M05, contract 2.1 to 2.4)", () => {
  test.each(Object.entries(SEQUENCES))("%s", { timeout: 180_000 }, async (_, sequence) => {
    await runSequence("premath", sequence, folder);
  });

  test("bytes that are no UTF-8 are no artifact", async () => {
    const cwd = mkdtempSync(join(folder, "bytes-"));
    writeFileSync(
      join(cwd, "s.json"),
      Buffer.concat([Buffer.from('{"sessionId":"'), Buffer.of(0xc0), Buffer.from('"}')]),
    );
    expect(await premath(session("read", "--path", "s.json"), { cwd })).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "error: failed to parse harness session artifact s.json: invalid unicode code point at line 1 column 16\n",
    });
  });

  test("everything printed and written fits its published schema (H07)", { timeout: 180_000 }, async () => {
    const cwd = mkdtempSync(join(folder, "schemas-"));
    const run = async (...args: readonly string[]): Promise<string> =>
      (await premath([...args, "--json"], { cwd, timeout: 60_000 })).stdout;
    const write = feature("write", "--feature-id", "a", "--status", "in_progress", "--summary", "s");
    const outputs = [
      ["harness-session.output", await run(...session("write", "--issue-id", "bd-1", "--witness-ref", "w"))],
      ["harness-session.output", await run(...session("read"))],
      ["premath.harness.bootstrap.v1", await run(...session("bootstrap"))],
      ["harness-feature-next.output", await run(...feature("next"))],
      ["harness-feature.output", await run(...write)],
      ["harness-feature.output", await run(...feature("read"))],
      ["premath.harness.feature_ledger.check.v1", await run(...feature("check", "--require-closure"))],
      ["harness-feature-next.output", await run(...feature("next"))],
      ["premath.harness.bootstrap.v1", await run(...session("bootstrap"))],
      ["premath.harness.session.v1", readFileSync(join(cwd, ".premath/harness_session.json"), "utf8")],
      ["premath.harness.feature_ledger.v1", readFileSync(join(cwd, ".premath/harness_feature_ledger.json"), "utf8")],
    ] as const;
    expect(outputs.map(([kind, text]) => [kind, problemsOf(kind, text)])).toEqual(outputs.map(([kind]) => [kind, []]));
    // Each schema refuses what is of another kind.
    expect(outputs.map(([kind]) => problemsOf(kind, '{"action":"x","schema":2}').length > 0)).not.toContain(false);
  });

  test.skipIf(NO_TERMINAL !== undefined)(
    "a person at a terminal sees more and is told what to do; premath prints the contract's text (H06)",
    { timeout: 180_000 },
    async () => {
      const cwd = mkdtempSync(join(folder, "terminal-"));
      const shown = async (name: string, command: string): Promise<string> =>
        (await onTerminal(`cd ${cwd} && ${join(ROOT, "bin", name)} ${command}`, { NO_COLOR: "1" })).stdout;
      expect(await shown("tusk", "harness-session read")).toBe(
        "error: failed to read harness session artifact .premath/harness_session.json: No such file or directory (os error 2)\nhint: write it first: harness-session write, harness-feature write\n",
      );
      expect(await shown("tusk", "harness-session write --session-id mine --next-step go")).toBe(
        "wrote mine (stopped)\n  next      go\n  file      .premath/harness_session.json\nhint: harness-session bootstrap shows what a fresh context begins with\n",
      );
      expect(await shown("premath", "harness-session read")).toBe(
        "premath harness-session read\n  Session ID: mine\n  State: stopped\n  Next Step: go\n  Path: .premath/harness_session.json\n",
      );
    },
  );
});

function problemsOf(kind: string, text: string): readonly unknown[] {
  const reading = readJsonText(text, utf8);
  if (!reading.ok) throw new Error(`no JSON: ${text}`);
  return compileSchema(publishedSchema(kind) ?? true)(reading.value);
}
