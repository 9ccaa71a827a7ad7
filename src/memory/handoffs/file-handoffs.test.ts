import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Digest, digestText, fileRef, handoffDigest, parseDigest, sessionRef, writeHandoff } from "#kernel";
import {
  openArtifactStore,
  openFileJournal,
  openHandoffs,
  openWitnesses,
  readFileJournal,
  readSessions,
} from "#memory";
import { sha256 } from "#platform";
import { type Handoffs, PortError } from "#ports";
import { sampleHandoff } from "../../../tests/support/sample-handoff.ts";
import { temporaryFolder } from "../../../tests/support/temporary-folder.ts";

const root = temporaryFolder();
const COMMIT = "c".repeat(40);
const NOWHERE = parseDigest(`sha256:${"0".repeat(64)}`) ?? expect.fail();

interface Place {
  readonly stateFolder: string;
  readonly worktree: string;
  readonly handoffs: Handoffs;
}

async function place(): Promise<Place> {
  const folder = mkdtempSync(join(root, "h-"));
  const [stateFolder, worktree] = [join(folder, ".premath"), join(folder, "work")];
  mkdirSync(join(worktree, "src"), { recursive: true });
  const hasCommit = (commit: string): Promise<boolean> => Promise.resolve(commit === COMMIT);
  return { stateFolder, worktree, handoffs: await openHandoffs({ stateFolder, root: worktree, hasCommit }) };
}

async function refusal(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    if (error instanceof PortError) return { port: error.port, code: error.code };
    throw error;
  }
  return "nothing was refused";
}

const pathOf = ({ stateFolder }: Place, digest: Digest): string =>
  join(stateFolder, "handoffs", `${digest.slice("sha256:".length)}.json`);

describe("handoff packets in files (R22)", () => {
  test("are named by their content, kept once, private, and read as they were put", async () => {
    const here = await place();
    const handoff = sampleHandoff();
    const digest = here.handoffs.put(handoff);
    expect([digest, here.handoffs.put(handoff), here.handoffs.get(digest)]).toStrictEqual([
      handoffDigest(handoff, sha256),
      digest,
      handoff,
    ]);
    expect(readFileSync(pathOf(here, digest), "utf8")).toBe(writeHandoff(handoff));
    expect(readdirSync(join(here.stateFolder, "handoffs"))).toHaveLength(1);
    expect((statSync(pathOf(here, digest)).mode & 0o777).toString(8)).toBe("600");
  });

  test("that are missing, changed, or no packets any more are refused, and a changed one is not written over", async () => {
    const here = await place();
    expect(await refusal(() => here.handoffs.get(NOWHERE))).toEqual({ port: "handoffs", code: "missing" });
    const digest = here.handoffs.put(sampleHandoff());
    writeFileSync(pathOf(here, digest), "{}");
    expect(await refusal(() => here.handoffs.get(digest))).toEqual({ port: "handoffs", code: "damaged" });
    expect(await refusal(() => here.handoffs.put(sampleHandoff()))).toEqual({ port: "handoffs", code: "damaged" });
    expect(await refusal(() => here.handoffs.receive(digest))).toEqual({ port: "handoffs", code: "damaged" });
    expect(await refusal(() => here.handoffs.put(sampleHandoff({ intent: "" })))).toMatchObject({ port: "handoffs" });
    rmSync(pathOf(here, digest));
    symlinkSync("/etc/hostname", pathOf(here, digest));
    expect(await refusal(() => here.handoffs.get(digest))).toEqual({ port: "handoffs", code: "io" });
  });

  test("what exists is measured now: files, kept results, witnesses, commits, sessions up to a row", async () => {
    const { stateFolder, worktree, handoffs } = await place();
    writeFileSync(join(worktree, "src/a.ts"), "one");
    const kept = (await openArtifactStore(stateFolder)).put("a large result");
    const witness = (await openWitnesses(join(stateFolder, "witnesses"), { sync: "never" })).put("ToolUse", { a: 1 });
    const path = join(stateFolder, "sessions", "s-1.jsonl");
    const journal = await openFileJournal({ path, sessionId: "s-1" });
    journal.append({ kind: "input.given", text: "go" });
    await journal.settled();
    const { rows } = await readFileJournal(path);
    const newest = rows.at(-1) ?? expect.fail();
    const there = [
      { ref: fileRef("src/a.ts"), digest: digestText(sha256, "one") },
      kept ?? expect.fail(),
      { ref: `witness://${witness}`, digest: witness },
      { ref: `commit://${COMMIT}`, digest: digestText(sha256, COMMIT) },
      { ref: sessionRef("s-1", newest.seq), digest: newest.self },
    ];
    const gone = [
      fileRef("src/b.ts"),
      `artifact://${NOWHERE}`,
      `witness://${NOWHERE}`,
      `commit://${"d".repeat(40)}`,
      sessionRef("s-1", newest.seq + 1),
      sessionRef("s-2", 0),
      "nonsense",
    ];
    expect(await handoffs.existing([...there.map(({ ref }) => ref), ...gone])).toEqual(there);
    // What a session goes on to say changes nothing about what it had said.
    journal.append({ kind: "input.given", text: "more" });
    await journal.close();
    expect(await handoffs.existing([sessionRef("s-1", newest.seq)])).toEqual([there.at(-1)]);
  });

  test("a file is not looked for outside of the worktree, through a link, or where it is none", async () => {
    const { worktree, handoffs } = await place();
    mkdirSync(join(worktree, "folder"));
    symlinkSync("/etc/hostname", join(worktree, "link"));
    symlinkSync("/etc", join(worktree, "etc"));
    expect(await handoffs.existing(["file://folder", "file://link", "file://etc/hostname", "file://../x"])).toEqual([]);
  });

  test("nobody goes on from a packet once a file of it has changed or is gone (R22)", async () => {
    const here = await place();
    const path = join(here.worktree, "src/a.ts");
    writeFileSync(path, "one");
    const artifacts = await here.handoffs.existing([fileRef("src/a.ts")]);
    const digest = here.handoffs.put(sampleHandoff({ artifacts }));
    expect(await here.handoffs.receive(digest)).toMatchObject({ ok: true, received: { digest, existing: artifacts } });
    writeFileSync(path, "two");
    expect(await here.handoffs.receive(digest)).toMatchObject({
      ok: false,
      findings: [{ class: "handoff.required_artifact_missing", subject: "file://src/a.ts" }],
    });
    rmSync(path);
    expect(await here.handoffs.receive(digest)).toMatchObject({ ok: false, problem: "file://src/a.ts does not exist" });
  });

  test.skipIf(process.getuid?.() === 0)("a folder that may not be written refuses (skipped for root)", async () => {
    const here = await place();
    mkdirSync(here.stateFolder);
    chmodSync(here.stateFolder, 0o500);
    expect(await refusal(() => here.handoffs.put(sampleHandoff()))).toEqual({ port: "handoffs", code: "io" });
    chmodSync(here.stateFolder, 0o700);
  });
});

test("verify reads every packet and every large result, and names the first that is not what its name says (M14)", async () => {
  const here = await place();
  const sessions = await readSessions(here.stateFolder);
  expect(sessions.kept().map(({ thing, checked }) => [thing, checked])).toEqual([
    ["handoffs", 0],
    ["artifacts", 0],
  ]);
  const digest = here.handoffs.put(sampleHandoff());
  (await openArtifactStore(here.stateFolder)).put("kept");
  expect(sessions.kept().map(({ checked, bad }) => [checked, bad])).toEqual([
    [1, undefined],
    [1, undefined],
  ]);
  writeFileSync(pathOf(here, digest), "{}");
  writeFileSync(join(here.stateFolder, "artifacts", "README"), "");
  expect(sessions.kept().map(({ bad }) => bad)).toEqual([
    { path: pathOf(here, digest), problem: "its content is not what its name says" },
    { path: join(here.stateFolder, "artifacts", "README"), problem: "its name is no digest's" },
  ]);
});

describe("large results in files (R23)", () => {
  test("are read page by page, whole characters only, and come to the whole text", async () => {
    const { stateFolder } = await place();
    const store = await openArtifactStore(stateFolder);
    const text = "aé€😀\n".repeat(500);
    const { digest: name, ref } = store.put(text) ?? expect.fail();
    const digest = parseDigest(name) ?? expect.fail();
    expect([ref, digest, store.put(text)]).toEqual([`artifact://${digest}`, digestText(sha256, text), { ref, digest }]);
    for (const bytes of [1, 7, 100, 100_000]) {
      let whole = "";
      for (let offset: number | undefined = 0; offset !== undefined;) {
        const page = store.page(digest, { offset, bytes });
        expect(page.text.isWellFormed()).toBe(true);
        whole += page.text;
        offset = page.next;
      }
      expect(whole === text).toBe(true);
    }
    expect(store.page(digest, { offset: 1e9, bytes: 5 })).toMatchObject({ text: "", next: undefined });
  });

  test("one that is too large is not kept; one that was changed or is gone is refused", async () => {
    const { stateFolder } = await place();
    const store = await openArtifactStore(stateFolder);
    expect(store.put("x".repeat(16 * 1024 * 1024 + 1))).toBeUndefined();
    const { digest: name } = store.put("kept") ?? expect.fail();
    const digest = parseDigest(name) ?? expect.fail();
    writeFileSync(join(stateFolder, "artifacts", digest.slice("sha256:".length)), "other");
    expect(await refusal(() => store.page(digest, { offset: 0, bytes: 9 }))).toEqual({
      port: "artifacts",
      code: "damaged",
    });
    expect(await refusal(() => store.page(NOWHERE, { offset: 0, bytes: 9 }))).toEqual({
      port: "artifacts",
      code: "missing",
    });
  });
});
