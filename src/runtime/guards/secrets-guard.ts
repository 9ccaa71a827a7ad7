import type { Guard } from "../guard.ts";
import { KEY_FORMS } from "./key-forms.ts";

/** Shorter values stand in too many texts by chance. */
const SHORTEST = 8;

/** Where the values of keys are found. */
export interface KeyPlaces {
  readonly environment: (name: string) => string | undefined;
  /** The variables that may hold a key. */
  readonly keyVariables: readonly string[];
}

/** Withholds what came out where it holds the value of a key variable, or something of the form of a well-known key (R20). */
export function secretsGuard({ environment, keyVariables }: KeyPlaces): Guard {
  return {
    id: "secrets",
    stage: "output",
    check: (input) => {
      if (input.stage !== "output") return true;
      const { text } = input;
      // Looked up at each check: no value is kept where somebody could print it.
      const isValue = keyVariables.some((name) => holds(text, environment(name)));
      return isValue || Object.values(KEY_FORMS).some((form) => form.test(text));
    },
  };
}

function holds(text: string, value: string | undefined): boolean {
  const key = value?.trim() ?? "";
  return key.length >= SHORTEST && text.includes(key);
}
