import { isJsonObject, type Json, readJsonText } from "#kernel";
import { utf8 } from "#platform";
import type { ModelMessage } from "#ports";
import { call, calls, failure, say, type ScriptedTurn } from "../../../src/testing/index.ts";

/** What the model does next: the first thing that it has not asked for yet. */
export function nextTurn(messages: readonly ModelMessage[], hasBroken: boolean): ScriptedTurn {
  const asked = askedFor(messages);
  const next = TURNS.find(({ label }) => !asked.has(label));
  if (next === undefined) return say("done");
  return next.label === "d1" && !hasBroken ? failure() : next.turn;
}

const note = (label: string): ReturnType<typeof call> => call("note", { label });

const TURNS: readonly { readonly label: string; readonly turn: ScriptedTurn }[] = [
  { label: "a1", turn: calls([say("Three at once."), note("a1"), note("a2"), call("flaky", { label: "a3" })]) },
  { label: "wrong", turn: calls([note("never"), call("note", { wrong: "wrong" })]) },
  { label: "p1", turn: calls([call("deploy", { label: "p1" }), note("p2")]) },
  { label: "help", turn: calls([call("helper", { task: "help" }), note("h1")]) },
  { label: "c1", turn: calls([call("crash", { label: "c1" }), note("c2")]) },
  { label: "d1", turn: calls([note("d1"), note("d2"), note("d3")]) },
];

/** The labels of all calls that the model has made. */
function askedFor(messages: readonly ModelMessage[]): ReadonlySet<string> {
  const blocks = messages.flatMap((message) => (message.role === "assistant" ? message.blocks : []));
  return new Set(blocks.flatMap((block) => (block.kind === "tool_call" ? labelsOf(block.argumentsText) : [])));
}

function labelsOf(argumentsText: string): readonly string[] {
  const reading = readJsonText(argumentsText, utf8);
  const args: Json = reading.ok ? reading.value : {};
  return isJsonObject(args) ? Object.values(args).filter((value) => typeof value === "string") : [];
}
