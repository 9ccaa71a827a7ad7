import { isJsonObject, type Json } from "../json/value.ts";

/** The tool by which a model says itself what the next session has to know. */
export const HAND_OFF_TOOL = "hand_off";

/** What a model wrote down for the next session. */
export interface HandOffNote {
  readonly done: readonly string[];
  readonly left: readonly string[];
  readonly constraints: readonly string[];
}

/** The note in the arguments of a call; undefined where they are none. */
export function readHandOffNote(args: Json): HandOffNote | undefined {
  if (!isJsonObject(args)) return undefined;
  const [done, left, constraints] = [args["done"], args["left"], args["constraints"] ?? []].map(textsOf);
  return done && left && constraints && { done, left, constraints };
}

function textsOf(given: Json | undefined): readonly string[] | undefined {
  if (!Array.isArray(given)) return undefined;
  const texts = given.filter((item): item is string => typeof item === "string");
  return texts.length === given.length ? texts : undefined;
}
