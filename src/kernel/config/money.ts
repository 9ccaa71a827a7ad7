import { type Schema, shaped } from "../schema/schema.ts";

const AMOUNT = /^([0-9]{1,9})(?:\.([0-9]{1,6}))?$/;
const DECIMALS = 6;

/** An amount of money as decimal text: never a binary fraction, so that nothing is rounded. */
export const money: Schema<string> = shaped(
  AMOUNT,
  'an amount of dollars as text, such as "2.50" (at most nine digits before the point and six behind it)',
);

/** The millionths of a dollar that a decimal text says, exactly; undefined where it is no amount. */
export function readMoney(amount: string): number | undefined {
  const [, whole, part = ""] = AMOUNT.exec(amount) ?? [];
  return whole === undefined ? undefined : Number(whole + part.padEnd(DECIMALS, "0"));
}
