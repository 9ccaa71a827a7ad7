import { join } from "node:path";
import { openWitnesses } from "#memory";
import type { RunWish } from "#ports";
import { handOffTool } from "#tools";
import { openRunModel } from "./open-run-model.ts";
import { openRunTools } from "./open-run-tools.ts";
import { Seat, type SeatParts } from "./seat.ts";

/** Who watches a run, and how it is stopped. */
export type Audience = Pick<SeatParts, "view" | "outlet" | "stop">;

/** What is particular to a run that nobody typed in. */
export interface SeatTerms extends Pick<SeatParts, "house" | "handingOver"> {
  /** How a cassette answers as a model: only what it was asked, or in its order whatever it is asked. */
  readonly replay?: "exact" | "in_order";
}

/** Makes an agent ready before an audience. What was opened before something failed is closed again; the audience is its owner's to close. */
export async function openSeat(
  wish: RunWish,
  { view, outlet, stop }: Audience,
  { house = [], replay = "exact", handingOver }: SeatTerms = {},
): Promise<Seat> {
  let seat: Seat | undefined;
  view.preparing("opening the model");
  const model = await openRunModel(wish, { view, replay });
  const witnesses = await openWitnesses(join(wish.stateFolder, "witnesses"), { sync: "always" });
  const own = handingOver === undefined ? [] : [handOffTool];
  const tools = await openRunTools(wish, { view, line: (line) => seat?.hearLine(line), signal: stop.signal, own });
  const handing = handingOver === undefined ? {} : { handingOver };
  seat = new Seat({ wish, view, outlet, stop, model, tools, witnesses, house, ...handing });
  return seat;
}
