import { mkdirSync, mkdtempSync, readdirSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { isatty } from "node:tty";
import { nanosOf, type Timestamp } from "#kernel";
import type { DemoNews, DemoOpening } from "#ports";
import { leave } from "../compose-run/leave.ts";
import { steadyWriter } from "../run-view/steady-writer.ts";
import { stopSwitch } from "../run-view/stop-switch.ts";
import { demoLines } from "./demo-lines.ts";

const ENDED_NOW = "\nended at once: the workers were killed; what they had begun is in the folder above\n";
/** What would make it another demonstration for everybody who has set it. */
const FOREIGN = /^PREMATH_|^TUSK_(?:MODEL|CONFIG|OVERRIDE_REASON)$/;

/** How a demonstration is shown. */
export interface DemoStageWish {
  readonly json: boolean;
  readonly folder: string | undefined;
  readonly now: () => Timestamp;
}

/** Opens a stage in an empty folder and takes the signals of this process: once the workers hand off, twice everything ends. */
export function openDemoStage(wish: DemoStageWish): DemoOpening {
  const place = emptyFolder(wish.folder);
  if (!place.ok) return place;
  for (const name of Object.keys(process.env)) if (FOREIGN.test(name)) delete process.env[name];
  const rest = steadyWriter(process.stderr, () => undefined);
  const stop = stopSwitch(() => rest.write(ENDED_NOW));
  const text = steadyWriter(process.stdout, () => stop.ask("nobody reads the output any more"));
  const outlet = {
    room: () => text.room() ?? rest.room(),
    drained: async () => void (await Promise.all([text.drained(), rest.drained()])),
    lastWords: rest.write,
  };
  const began = wish.now();
  const color = isatty(1) && (process.env["NO_COLOR"] ?? "") === "" && process.env["TERM"] !== "dumb";
  let isExplained = false;
  let closing: Promise<void> | undefined;
  return {
    ok: true,
    stage: {
      stop: stop.signal,
      folder: place.folder,
      nodeFolder: dirname(process.execPath),
      show: (news: DemoNews, at: Timestamp) => {
        if (wish.json) return;
        const seconds = Number(nanosOf(at) - nanosOf(began)) / 1e9;
        for (const line of demoLines(news, { color, seconds, isExplained })) text.write(`${line}\n`);
        isExplained ||= news.kind === "worker" && news.row.kind === "step.refused";
      },
      kill,
      close: () => (closing ??= leave(outlet, stop)),
    },
  };
}

function emptyFolder(
  named: string | undefined,
): { readonly ok: true; readonly folder: string } | { readonly ok: false; readonly reason: string } {
  try {
    if (named === undefined) return { ok: true, folder: realpathSync(mkdtempSync(join(tmpdir(), "tusk-demo-"))) };
    mkdirSync(named, { recursive: true });
    if (readdirSync(named).length > 0)
      return { ok: false, reason: `${named} is not empty; name a folder that is, or none` };
    return { ok: true, folder: realpathSync(resolve(named)) };
  } catch (error) {
    if (error instanceof Error && "code" in error)
      return { ok: false, reason: `no folder could be made: ${error.message}` };
    throw error;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // It has ended already.
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
