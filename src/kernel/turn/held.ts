import { InvariantError, type Verdict } from "../gate/verdict.ts";
import { once } from "./once.ts";

/*
 * A plain turn is one that its doors see to hold at a glance: by straight checks on what they were given, under which every rule that is
 * due is known to hold. Its stages keep what they were given, copied, and nothing else. Whatever else there is to a turn - wire rows,
 * digests, facts, evidence - is made of those copies, by the code that judges every other turn, when somebody asks. The evidence digest
 * alone has a way of its own (see `plain-evidence.ts`), because many ask for it and for nothing else. So nothing is known less of a plain
 * turn than of another one, only later; and what stops being plain at some door goes on from there as any turn does.
 */

/** What a stage holds. `plain`: what its parts are made of, where the turn is plain so far. */
export interface Held<Plain, Parts> {
  readonly plain: Plain | undefined;
  readonly parts: () => Parts;
}

/** Parts that are there. */
export function held<Parts>(parts: Parts): Held<never, Parts> {
  return { plain: undefined, parts: () => parts };
}

/** Parts that are made when somebody asks: the judgement that was left out is made then, and cannot be another. */
export function heldPlain<Plain, Parts>(plain: Plain, judge: () => Verdict<Parts>): Held<Plain, Parts> {
  return { plain, parts: later(judge) };
}

/** The parts alone. */
export function later<Parts>(judge: () => Verdict<Parts>): () => Parts {
  return once(() => proven(judge()));
}

function proven<Parts>(verdict: Verdict<Parts>): Parts {
  if (verdict.admitted) return verdict.next;
  const notes = verdict.refusal.violations.map(({ class: failClass, path, note }) => `${failClass}: ${path} ${note}`);
  throw new InvariantError(`a turn was taken for plain that does not hold: ${notes.join("; ")}`);
}
