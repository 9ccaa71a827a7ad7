import type { WholeNumbers } from "#host";

/** What a 64-bit number with a sign holds: numbers beyond are no numbers to the reference's parser (contract 0.1). */
const LARGEST = 2n ** 63n - 1n;
const SMALLEST = -(2n ** 63n);

/** Why a text is none of these whole numbers, in the words of the reference's parser; undefined when it is one. */
export function wholeNumberProblem(text: string, { min, max }: WholeNumbers): string | undefined {
  if (text === "") return "cannot parse integer from empty string";
  if (!/^[+-]?\d+$/.test(text) || (min >= 0 && text.startsWith("-"))) return "invalid digit found in string";
  const number = BigInt(text.replace(/^\+/, ""));
  if (number > LARGEST && number > max) return "number too large to fit in target type";
  if (number < SMALLEST) return "number too small to fit in target type";
  return number < min || number > max ? `${number} is not in ${min}..=${max}` : undefined;
}
