import { startWireServer, type WireServer } from "../../../tests/wire/start-wire-server.ts";
import { firstWords, lastResults, type WireRequest } from "../../../tests/wire/wire-request.ts";
import { ask, say, type WireTurn } from "../../../tests/wire/wire-turn.ts";
import { doneText, HALF, partOf, UNDONE } from "./scene.ts";

/** A model that does the work of any issue of a scene: it looks at the file, changes it where it is not done, and looks again. */
export function startScriptedModel(): Promise<WireServer> {
  return startWireServer({ script: reply, faults: () => ({ kind: "pace", ms: 3 }) });
}

/** By what was said last alone: whoever takes a session up after a crash knows no more. */
function reply(request: WireRequest): WireTurn {
  const id = /# (bd-\d+): /.exec(firstWords(request))?.[1] ?? "";
  const path = partOf(id);
  const asked = request.steps.findLast((step) => step.role === "model")?.calls.at(-1)?.tool;
  const [result] = lastResults(request).slice(-1);
  if (asked !== "read" || result === undefined) return ask(["read", { path }]);
  if (result.text.includes(doneText(id).trim())) return say(`${path} is done.`);
  const found = [UNDONE, HALF].map((text) => text.trim()).find((text) => result.text.includes(text));
  if (found === undefined) return ask(["read", { path }]);
  return ask(["edit", { path, old_string: found, new_string: doneText(id).trim() }]);
}
