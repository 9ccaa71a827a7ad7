import type { Arguments } from "./action.ts";

/** Members that may be absent, without those that are. */
export type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** The members that were given: what JSON cannot say is left out, not written as null. */
export function given<T extends object>(members: T): Given<T> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  // Only members of `T` that have a value are left.
  return Object.fromEntries(entries) as Given<T>;
}

/** The whole number that a flag was given; its row has checked the form. */
export function wholeNumber(args: Arguments, name: string): number | undefined {
  const text = args.values.get(name);
  return text === undefined ? undefined : Number(text);
}

/** The same where numbers beyond those that a double holds exactly are to be judged, or printed, as they were written. */
export function exactNumber(args: Arguments, name: string): number | bigint | undefined {
  const number = wholeNumber(args, name);
  if (number === undefined || Number.isSafeInteger(number)) return number;
  return BigInt((args.values.get(name) ?? "").replace(/^\+/, ""));
}

/** An operand that the row requires. */
export function operand(args: Arguments, at: number): string {
  return args.operands[at] ?? "";
}
