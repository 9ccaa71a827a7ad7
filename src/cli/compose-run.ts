import type { RunSeat, RunWish } from "#ports";
import { openSeat } from "./compose-run/open-seat.ts";
import type { Seat } from "./compose-run/seat.ts";
import { leave } from "./compose-run/leave.ts";
import { stoppedText, unwritableText } from "./compose-run/stopped-text.ts";
import { openView } from "./run-view/open-view.ts";
import { stopSwitch } from "./run-view/stop-switch.ts";

/**
 * Makes an agent ready to work: model, tools, sandbox, permissions, servers, journal and witnesses meet here and nowhere else. What was
 * opened before something failed is closed again.
 */
export async function openRun(wish: RunWish): Promise<RunSeat> {
  let seat: Seat | undefined;
  const stop = stopSwitch(() => {
    view.close();
    outlet.lastWords(stoppedText(seat?.place, wish));
  });
  const { view, outlet } = openView(wish, {
    onStop: (why) => stop.press(why),
    onGone: (code) => {
      // A reader that went away wants to hear nothing; a full disk is news.
      if (code !== "EPIPE") outlet.lastWords(unwritableText(code, seat?.place, wish));
      stop.ask("nobody reads the output any more");
    },
    onText: (text) => seat?.remind(text),
  });
  try {
    seat = await openSeat(wish, { view, outlet, stop });
    return seat;
  } catch (error) {
    view.close();
    await leave(outlet, stop);
    throw error;
  }
}
