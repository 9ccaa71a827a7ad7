import { isatty } from "node:tty";
import type { Timestamp } from "#kernel";
import type { CoordinatorWatcher } from "#ports";
import { screenOf } from "../render/rich/rich-paper.ts";
import { leave } from "../compose-run/leave.ts";
import { stopSwitch } from "../run-view/stop-switch.ts";
import { steadyWriter } from "../run-view/steady-writer.ts";
import type { CoordinatorBoard } from "./coordinator-board.ts";
import { JsonBoard } from "./json-board.ts";
import { LiveBoard } from "./live-board.ts";
import { PlainBoard } from "./plain-board.ts";

/** How a coordinator is shown. */
export interface CoordinatorViewWish {
  readonly json: boolean;
  readonly color: "auto" | "always" | "never";
  readonly now: () => Timestamp;
}

const ENDED_NOW =
  "\nended at once: workers were killed, what they had begun is in their journals and worktrees; the same command takes it up\n";

/** Shows a coordinator on what this process is connected to, and takes its signals: once everything is handed off, twice everything is killed. */
export function openCoordinatorView(wish: CoordinatorViewWish): CoordinatorWatcher {
  const rest = steadyWriter(process.stderr, () => undefined);
  const stop = stopSwitch(() => {
    board.close();
    rest.write(ENDED_NOW);
  });
  const text = steadyWriter(process.stdout, () => stop.ask("nobody reads the output any more"));
  const board = boardOf(wish, text.write);
  const outlet = {
    room: () => text.room() ?? rest.room(),
    drained: async () => void (await Promise.all([text.drained(), rest.drained()])),
    lastWords: rest.write,
  };
  let closing: Promise<void> | undefined;
  return {
    stop: stop.signal,
    tell: (row, at) => board.tell(row, at),
    passOn: (line, read) => board.passOn(line, read),
    show: (picture) => board.show(picture),
    close: () => {
      board.close();
      return (closing ??= leave(outlet, stop));
    },
  };
}

function boardOf({ json, color, now }: CoordinatorViewWish, write: (text: string) => void): CoordinatorBoard {
  if (json) return new JsonBoard(write);
  // A terminal that cannot go back draws nothing twice.
  if (!isatty(1) || process.env["TERM"] === "dumb") return new PlainBoard(write);
  const screen = () => screenOf(process.env, process.stdout);
  return new LiveBoard({
    write,
    columns: () => screen().columns,
    rows: () => screen().rows,
    color: color === "always" || (color === "auto" && (process.env["NO_COLOR"] ?? "") === ""),
    now,
  });
}
