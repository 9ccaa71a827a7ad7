import { InvariantError } from "#kernel";
import type { RunWish, WorkOrder } from "#ports";
import type { Audience } from "../compose-run/open-seat.ts";
import { JsonView } from "../run-view/json-view.ts";
import { openOutlet, type StandardOutlet, viewOn } from "../run-view/open-view.ts";
import { PlainView } from "../run-view/plain-view.ts";
import type { RunView } from "../run-view/run-view.ts";
import type { StopSwitch } from "../run-view/stop-switch.ts";
import { PrefixedLines } from "./prefixed-lines.ts";

/** Where the lines of an agent go. */
interface LineOutlet {
  readonly write: (text: string) => void;
  /** Resolves when a reader has caught up; undefined where nobody has to wait. */
  readonly room?: () => Promise<void> | undefined;
}

/**
 * How an agent that works for the harness is shown: not at all; a line each, with worker and issue before it; its events as JSON
 * (`tusk.run.v1`); or as `tusk run` shows a task, to a person who can be asked and can stop it. Only the last asks anybody anything.
 */
export type WorkShow =
  | { readonly kind: "none" }
  | ({ readonly kind: "lines" } & LineOutlet)
  | ({ readonly kind: "json" } & LineOutlet)
  | { readonly kind: "live"; readonly onStop: (why: string) => void };

/** An audience for one order, and the way to hear what a person types to it. */
export interface WorkAudience extends Audience {
  onText: ((text: string) => void) | undefined;
}

/** Makes the audience of each order. */
export function workAudience(
  show: WorkShow,
  wish: Pick<RunWish, "color">,
): (order: WorkOrder, stop: StopSwitch) => WorkAudience {
  let standard: StandardOutlet | undefined;
  return (order, stop) => {
    const audience = { view: quietView(), outlet: outletOf(undefined), stop, onText: undefined };
    if (show.kind === "none") return audience;
    if (show.kind !== "live") return { ...audience, view: lineView(show, order), outlet: outletOf(show.room) };
    standard ??= openOutlet(() => show.onStop("nobody reads the output any more"));
    const streams = standard;
    const live: WorkAudience = { ...audience, outlet: outletOf(() => streams.room()) };
    const hooks = { onStop: show.onStop, onText: (text: string) => live.onText?.(text) };
    return Object.assign(live, { view: viewOn(streams, { json: false, color: wish.color }, hooks) });
  };
}

/** A signal of somebody else as a switch: whoever gave it stops the work, and nobody here ends the program. */
export function givenStop(signal: AbortSignal, onStop: (why: string) => void): StopSwitch {
  return {
    signal,
    ask: onStop,
    press: onStop,
    now() {
      throw new InvariantError("one piece of work does not end the program");
    },
    close: () => undefined,
  };
}

/** Whoever owns the streams waits for them at its end. */
function outletOf(room: LineOutlet["room"]): Audience["outlet"] {
  return { room: room ?? (() => undefined), drained: () => Promise.resolve(), lastWords: () => undefined };
}

const NOBODY = { textIsTerminal: true, restIsTerminal: true, canAsk: false } as const;
const NO_HOOKS = { onStop: () => undefined, onText: () => undefined };

function quietView(): RunView {
  return new PlainView({ ...NOBODY, text: () => undefined, rest: () => undefined }, NO_HOOKS);
}

function lineView({ kind, write }: Extract<WorkShow, LineOutlet>, { workerId, issueId }: WorkOrder): RunView {
  if (kind === "json") return new JsonView({ text: write, rest: write, canAsk: false }, NO_HOOKS);
  const lines = new PrefixedLines(`[${workerId} ${issueId}] `, write);
  const add = (text: string): void => lines.add(text);
  // Both streams are one here: a line of the one ends that of the other.
  return new PlainView({ ...NOBODY, text: add, rest: add }, NO_HOOKS);
}
