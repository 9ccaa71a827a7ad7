import { isatty } from "node:tty";
import type { RunWish } from "#ports";
import { screenOf } from "../render/rich/rich-paper.ts";
import { JsonView } from "./json-view.ts";
import { LiveView } from "./live-view.ts";
import { PlainView } from "./plain-view.ts";
import type { RunView, ViewHooks } from "./run-view.ts";
import { steadyWriter } from "./steady-writer.ts";

/** What a view tells, and what it says when nobody reads it any more. */
export interface OpenViewHooks extends ViewHooks {
  readonly onGone: () => void;
}

/** The view for what this process is connected to: a person at a terminal, a pipe, or a program that reads JSON. */
export function openView({ json, color }: RunWish, hooks: OpenViewHooks): RunView {
  const [input, output, errors] = [isatty(0), isatty(1), isatty(2)];
  const text = steadyWriter(1, hooks.onGone);
  const rest = steadyWriter(2, () => undefined);
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
