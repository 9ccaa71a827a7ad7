import { isatty } from "node:tty";
import type { RunWish } from "#ports";
import { screenOf } from "../render/rich/rich-paper.ts";
import { JsonView } from "./json-view.ts";
import { LiveView } from "./live-view.ts";
import { type PlainStreams, PlainView } from "./plain-view.ts";
import type { RunView, ViewHooks } from "./run-view.ts";
import { steadyWriter } from "./steady-writer.ts";

/** What a view tells, and what it says when nobody reads it any more, or it cannot be written. */
export interface OpenViewHooks extends ViewHooks {
  readonly onGone: (code: string) => void;
}

/** The streams behind a view, for whoever has to wait for them. */
export interface Outlet {
  /** Resolves when a reader has caught up; undefined where nobody has to wait. */
  room(): Promise<void> | undefined;
  /** Resolves when everything is written, or nobody reads any more. */
  drained(): Promise<void>;
  /** Says something beside the view, as far as it can be written at once. */
  lastWords(text: string): void;
}

/** A view and the streams behind it. */
export interface OpenedView {
  readonly view: RunView;
  readonly outlet: Outlet;
}

/** The view for what this process is connected to: a person at a terminal, a pipe, or a program that reads JSON. */
export function openView(wish: Pick<RunWish, "json" | "color">, hooks: OpenViewHooks): OpenedView {
  const text = steadyWriter(process.stdout, hooks.onGone);
  const rest = steadyWriter(process.stderr, () => undefined);
  const outlet: Outlet = {
    room: () => text.room() ?? rest.room(),
    drained: async () => void (await Promise.all([text.drained(), rest.drained()])),
    lastWords: rest.write,
  };
  return { view: viewOf(wish, { text: text.write, rest: rest.write }, hooks), outlet };
}

function viewOf(
  { json, color }: Pick<RunWish, "json" | "color">,
  { text, rest }: Pick<PlainStreams, "text" | "rest">,
  hooks: OpenViewHooks,
): RunView {
  const [input, output, errors] = [isatty(0), isatty(1), isatty(2)];
  const streams = { text, rest, textIsTerminal: output, restIsTerminal: errors, canAsk: input && errors };
  if (json) return new JsonView(streams, hooks);
  // A terminal that cannot go back draws nothing twice.
  if (!output || !errors || process.env["TERM"] === "dumb") return new PlainView(streams, hooks);
  return new LiveView(
    {
      write: text,
      columns: () => screenOf(process.env, process.stdout).columns,
      rows: () => screenOf(process.env, process.stdout).rows,
      color: color !== "never",
      hasKeyboard: input,
    },
    hooks,
  );
}
