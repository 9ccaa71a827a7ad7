import { InvariantError, type Verdict } from "../gate/verdict.ts";

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
  parts(): Parts;
}

/** Parts that are there. */
export function held<Parts>(parts: Parts): Held<never, Parts> {
  return { plain: undefined, parts: () => parts };
}

/** Parts that are made when somebody asks: the judgement that was left out is made then, and cannot be another. */
export function heldPlain<Plain, Parts extends object>(plain: Plain, judge: () => Verdict<Parts>): Held<Plain, Parts> {
  return new PlainHeld(plain, judge);
}

/** One object for what closures would need several for: every stage of every turn has one. */
class PlainHeld<Plain, Parts extends object> implements Held<Plain, Parts> {
  readonly plain: Plain;
  readonly #judge: () => Verdict<Parts>;
  #parts: Parts | undefined;
  constructor(plain: Plain, judge: () => Verdict<Parts>) {
    this.plain = plain;
    this.#judge = judge;
  }
  parts(): Parts {
    return (this.#parts ??= proven(this.#judge()));
  }
}

/** What was judged of a turn that was taken for plain. */
export function proven<Parts>(verdict: Verdict<Parts>): Parts {
  if (verdict.admitted) return verdict.next;
  const notes = verdict.refusal.violations.map(({ class: failClass, path, note }) => `${failClass}: ${path} ${note}`);
  throw new InvariantError(`a turn was taken for plain that does not hold: ${notes.join("; ")}`);
}
