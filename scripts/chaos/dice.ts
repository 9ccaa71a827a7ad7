/** Numbers that a seed repeats exactly. */
export interface Dice {
  /** A whole number from 0 up to, not including, `sides`. */
  roll(sides: number): number;
  /** True in `percent` of a hundred cases. */
  chance(percent: number): boolean;
}

/** The same seed gives the same numbers (mulberry32). */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { roll: (sides) => Math.floor(next() * sides), chance: (percent) => next() * 100 < percent };
}
