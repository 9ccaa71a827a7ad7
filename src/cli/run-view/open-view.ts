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

/** The standard streams, for one view behind the other. */
export interface StandardOutlet extends Outlet, Pick<PlainStreams, "text" | "rest"> {}

/** The view for what this process is connected to: a person at a terminal, a pipe, or a program that reads JSON. */
export function openView(wish: Pick<RunWish, "json" | "color">, hooks: OpenViewHooks): OpenedView {
  const outlet = openOutlet(hooks.onGone);
  return { view: viewOn(outlet, wish, hooks), outlet };
}

/** Opens the standard streams of this process: once, as each opening listens to them for good. */
export function openOutlet(onGone: OpenViewHooks["onGone"]): StandardOutlet {
  const text = steadyWriter(process.stdout, onGone);
  const rest = steadyWriter(process.stderr, () => undefined);
  return {
    text: text.write,
    rest: rest.write,
    room: () => text.room() ?? rest.room(),
    drained: async () => void (await Promise.all([text.drained(), rest.drained()])),
    lastWords: rest.write,
  };
}

/** A view on streams that are open. */
export function viewOn(
  { text, rest }: Pick<PlainStreams, "text" | "rest">,
  { json, color }: Pick<RunWish, "json" | "color">,
  hooks: ViewHooks,
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
