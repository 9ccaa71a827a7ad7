import { mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { openArtifactStore } from "#memory";
import { digestText } from "#kernel";
import { sha256 } from "#platform";
import type { ArtifactStore } from "#ports";
import { artifactTool } from "#tools";
import { tool } from "../../src/index.ts";
import { call, say, type Script } from "../../src/testing/index.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { auditOf, ended, eventsOf, rowsOf, setOf, type Stage, stage } from "./staged.ts";

const root = temporaryFolder();
const WHOLE = Array.from({ length: 9_000 }, (_, line) => `line ${line} é`).join("\n");
const REF = `artifact://${digestText(sha256, WHOLE)}`;

const dump = tool({
  name: "dump",
  description: "Says much.",
  args: z.strictObject({ kind: z.enum(["text", "rows", "little"]) }),
  output: z.union([z.string(), z.object({ rows: z.array(z.string()) })]),
  run: ({ kind }) => (kind === "little" ? "little" : kind === "text" ? WHOLE : { rows: WHOLE.split("\n") }),
});

async function scene(
  script: Script,
  spec = {},
): Promise<Stage & { readonly folder: string; readonly store: ArtifactStore }> {
  const folder = mkdtempSync(join(root, "s-"));
  const store = await openArtifactStore(folder);
  return { folder, store, ...stage(script, { tools: setOf(dump, artifactTool(store)), artifacts: store, spec }) };
}

const shownIn = ({ journal }: Stage, at = 0): string => rowsOf(journal.rows, "tool.settled")[at]?.result.shown ?? "";

describe("a large result becomes an artifact by digest, and the view holds its name (R23)", () => {
  test("it is kept whole before it is shown, what is shown names it, and the turn closes", async () => {
    const here = await scene([call("dump", { kind: "text" }), say("seen")]);
    const { result } = await ended(here.start());
    expect([result.phase, auditOf(here.journal.rows)]).toEqual(["Completed", undefined]);
    const shown = shownIn(here);
    expect(shown).toContain(`\n[... cut here; the whole result is ${REF}, see the tool artifact ...]\n`);
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(32_768);
    expect(readdirSync(join(here.folder, "artifacts"))).toEqual([REF.slice("artifact://sha256:".length)]);
  });

  test("the model reads it page by page to its end, and no page is itself cut", async () => {
    let pages = "";
    const here = await scene(({ messages }) => {
      const last = messages.at(-1);
      const text = last?.role === "tool" ? (last.answers[0]?.text ?? "") : "";
      if (messages.length < 2) return call("dump", { kind: "text" });
      const page = /^\[bytes \d+ to \d+ of \d+; (?:go on with offset (\d+)|this is the end)\]\n([^]*)$/.exec(text);
      pages += page?.[2] ?? "";
      if (page !== null && page[1] === undefined) return say("read");
      return call("artifact", { ref: REF, offset: Number(page?.[1] ?? 0), bytes: 30_000 });
    });
    const { result } = await ended(here.start());
    expect([result.phase, pages === WHOLE]).toEqual(["Completed", true]);
    const cuts = rowsOf(here.journal.rows, "tool.settled").map(
      ({ result: { truncation } }) => truncation !== undefined,
    );
    expect(cuts).toEqual([true, ...Array.from({ length: cuts.length - 1 }, () => false)]);
  });

  test("an output that is no text is kept as its canonical form; a small one is not kept", async () => {
    const here = await scene([call("dump", { kind: "rows" }), call("dump", { kind: "little" }), say("seen")]);
    const { result } = await ended(here.start());
    const text = JSON.stringify({ rows: WHOLE.split("\n") });
    expect([result.phase, auditOf(here.journal.rows)]).toEqual(["Completed", undefined]);
    expect(shownIn(here)).toContain(`artifact://${digestText(sha256, text)}`);
    expect([readdirSync(join(here.folder, "artifacts")).length, shownIn(here, 1)]).toEqual([1, "little"]);
  });

  test("a name that leads nowhere is a failure that the model is told", async () => {
    const nowhere = `artifact://sha256:${"0".repeat(64)}`;
    const here = await scene([call("artifact", { ref: nowhere }), call("artifact", { ref: "file://a" }), say("no")]);
    await ended(here.start());
    expect([shownIn(here), shownIn(here, 1)].map((text) => JSON.parse(text) as unknown)).toMatchObject([
      { code: "NotFound", message: "artifact: there is no such artifact" },
      { code: "InvalidInput" },
    ]);
  });

  test("a row that names another artifact than what was cut does not hold (M14)", async () => {
    const here = await scene([call("dump", { kind: "text" }), say("seen")]);
    await ended(here.start());
    const other = `sha256:${"1".repeat(64)}`;
    const forged = eventsOf(here.journal.rows).map((event, seq) => {
      const said =
        event.kind === "tool.settled" ? JSON.parse(JSON.stringify(event).replaceAll(REF.slice(11), other)) : event;
      return { seq, at: "" as never, event: said as never };
    });
    expect(auditOf(forged)).toMatchObject({
      what: expect.stringContaining("it is not the digest of the payload's text"),
    });
  });

  test("where no content may be kept, none is", async () => {
    const here = await scene([call("dump", { kind: "text" }), say("seen")], {
      governance: { observability: { mode: "disabled", processors: [] } },
    });
    await ended(here.start());
    expect(readdirSync(here.folder)).toEqual([]);
  });

  test("without a place to keep it a cut is as it was", async () => {
    const plain = stage([call("dump", { kind: "text" }), say("seen")], { tools: setOf(dump) });
    await ended(plain.start());
    expect(shownIn(plain)).toContain("\n[... cut ...]\n");
  });
});
