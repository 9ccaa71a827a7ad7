import { NotJsonError } from "../digest/canonical.ts";
import { refuse, type Verdict } from "../gate/verdict.ts";

/**
 * Opens a door on a draft that JSON may not be able to say: a class instance, a cycle, a lone surrogate from untyped code is
 * refused with the place, never thrown, and never half used.
 */
export function refusingNotJson<Next>(path: string, door: () => Verdict<Next>): Verdict<Next> {
  try {
    return door();
  } catch (stop) {
    if (!(stop instanceof NotJsonError)) throw stop;
    return refuse([{ class: "tool.schema_invalid", answer: "stop", subject: path, path, note: stop.message }]);
  }
}
