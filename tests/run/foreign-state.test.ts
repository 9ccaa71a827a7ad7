// What a repository brings along and nobody here has said: answers in its sessions, links in place of its state folder, files to be sent.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { READING_MS } from "../../src/cli/run-view/approval.ts";
import { noWallsAtAll } from "../support/no-walls.ts";
import { ask, say } from "../wire/wire-turn.ts";
import { places } from "./place.ts";
import { NO_TERMINAL, terminal } from "./pseudo-terminal.ts";

const missing = noWallsAtAll();
const place = places();

beforeEach(({ skip }) => skip(missing !== undefined, missing));

const REMOVE = ask(["bash", { command: "rm a.txt", workdir: "." }]);

test("an answer for the session counts again where it was given, and not where its file was copied to (T08)", async ({
  skip,
}) => {
  skip(NO_TERMINAL !== undefined, NO_TERMINAL);
  const here = await place({ script: [REMOVE, say("Gone."), REMOVE, say("Again.")] }, { "a.txt": "a" });
  const shown = terminal(here, ["remove it"]);
  await shown.until(/allow it\?/);
  await after(READING_MS + 200);
  shown.type("s");
  await after(200);
  shown.type("\r");
  await shown.until(/Gone\.[^]*what comes next/);
  shown.type("\u0004");
  expect(await shown.ended).toBe(0);
  const [session = ""] = here.sessions();
  const there = await place({ script: [REMOVE, say("Not again.")] }, { "a.txt": "a" });
  cpSync(join(here.cwd, ".premath"), join(there.cwd, ".premath"), { recursive: true });
  writeFileSync(join(here.cwd, "a.txt"), "a");
  const [own, copied] = [await here.run("--resume", session, "once more"), await there.run("--resume", session, "go")];
  expect([own.stdout, existsSync(join(here.cwd, "a.txt"))], own.stderr).toEqual(["Again.\n", false]);
  expect([copied.stdout, existsSync(join(there.cwd, "a.txt"))], copied.stderr).toEqual(["Not again.\n", true]);
});

test("sessions, cassettes and witnesses are not git's", async () => {
  const here = await place({ script: [say("one")] });
  expect((await here.run("go", "--record")).code).toBe(0);
  const ignored = readFileSync(join(here.cwd, ".premath/.gitignore"), "utf8").split("\n");
  expect(ignored).toEqual(expect.arrayContaining(["sessions/", "cassettes/", "witnesses/"]));
});

test.each([".premath", ".premath/sessions", ".premath/witnesses"])(
  "where %s is a link out of the repository nothing is sent, and nothing written there",
  async (name) => {
    const outside = await place({ script: [] });
    const target = join(outside.cwd, "target");
    mkdirSync(target);
    const here = await place({ script: [say("no"), say("yes")] });
    mkdirSync(dirname(join(here.cwd, name)), { recursive: true });
    symlinkSync(target, join(here.cwd, name));
    const { code, stderr } = await here.run("go");
    expect([code, here.server.requests.length, readdirSync(target)]).toEqual([2, 0, []]);
    expect(stderr).toContain(`${name} is a link that leads out of the repository`);
    // Who names it means it.
    expect((await here.run("go", "--state", ".premath")).code).toBe(0);
  },
);

test("a configuration that names secrets as instructions asks for trust, and they stay here all the same", async () => {
  const config = JSON.stringify({ schema: 1, instructions: { files: ["AGENTS.md", ".env"] } });
  const files = { "tusk.config.json": config, ".env": "TOKEN=S3CR3T", "AGENTS.md": "Be brief." };
  const here = await place({ script: [say("one")] }, files);
  const untrusted = await here.run("go");
  expect([untrusted.code, here.server.requests.length]).toEqual([2, 0]);
  expect(untrusted.stderr).toContain("instructions.files");
  const named = await here.run("go", "--config", "tusk.config.json");
  expect(named.code, named.stderr).toBe(0);
  const sent = JSON.stringify(here.server.requests.map(({ body }) => body));
  expect([sent.includes("Be brief."), sent.includes("S3CR3T")]).toEqual([true, false]);
});
