/** What a budget counts: model steps, tokens, and cost in millionths of the currency unit (whole numbers do not drift). */
export type BudgetLine = "steps" | "tokens" | "costMicros";

const LINES = ["steps", "tokens", "costMicros"] as const satisfies readonly BudgetLine[];

/** Amounts by line. Steps are always bounded; each step being bounded by its model, tokens and cost may be left uncounted. */
export interface BudgetAmounts {
  readonly steps: number;
  readonly tokens?: number;
  readonly costMicros?: number;
}

/** An amount to spend; a line left out costs nothing. */
export type Cost = Partial<BudgetAmounts>;

/** What is left to spend: whole numbers from 0 on every line it has. Only this file makes one. */
class Budget {
  // The private name makes the type nominal: a literal or a spread copy with more in it does not fit.
  readonly #left: BudgetAmounts;
  constructor(left: BudgetAmounts) {
    // It is shown to observers: what they do with it changes nothing.
    this.#left = Object.freeze(left);
  }
  get left(): BudgetAmounts {
    return this.#left;
  }
}
export type { Budget };

/** A budget, or the reason why there is none. */
export type BudgetReading =
  | { readonly ok: true; readonly budget: Budget }
  | { readonly ok: false; readonly reason: string };

/** The only way to a budget from outside: nothing negative, fractional, NaN or endless gets through (R05). */
export function parseBudget(amounts: BudgetAmounts): BudgetReading {
  for (const line of LINES) {
    const amount = amounts[line];
    if (amount === undefined && line !== "steps") continue;
    if (!isAmount(amount)) return { ok: false, reason: `${line} is ${String(amount)}, expected a whole number from 0` };
  }
  return { ok: true, budget: new Budget(pick(amounts)) };
}

/** What is left after spending, or every line that does not suffice; then nothing was spent. */
export type Spending =
  | { readonly ok: true; readonly left: Budget }
  | { readonly ok: false; readonly exhausted: readonly [BudgetLine, ...BudgetLine[]] };

/** Spends all or nothing. A cost that is no amount (negative, NaN) suffices nowhere: it can never earn budget. */
export function spend(budget: Budget, cost: Cost): Spending {
  const { left } = budget;
  if (suffices(left, cost)) return { ok: true, left: new Budget(reduced(left, cost)) };
  const [first = "steps", ...others] = LINES.filter((line) => !covers(left[line], cost[line] ?? 0));
  return { ok: false, exhausted: [first, ...others] };
}

/** A part taken out of a budget and what remains; part and rest together are never more than the whole. */
export type Allotment =
  | { readonly ok: true; readonly part: Budget; readonly rest: Budget }
  | { readonly ok: false; readonly reason: string };

/** Takes a sub-budget out. A line that the whole counts has to be counted by the part too, else the part would be endless there. */
export function allot(budget: Budget, share: BudgetAmounts): Allotment {
  const uncounted = LINES.find((line) => budget.left[line] !== undefined && share[line] === undefined);
  if (uncounted !== undefined) return { ok: false, reason: `the whole counts ${uncounted}, the part does not` };
  const part = parseBudget(share);
  if (!part.ok) return part;
  const rest = spend(budget, share);
  if (!rest.ok) return { ok: false, reason: `the part exceeds what is left of ${rest.exhausted.join(", ")}` };
  return { ok: true, part: part.budget, rest: rest.left };
}

function isAmount(amount: number | undefined): amount is number {
  return amount !== undefined && Number.isSafeInteger(amount) && amount >= 0;
}

function suffices(left: BudgetAmounts, { steps = 0, tokens = 0, costMicros = 0 }: Cost): boolean {
  return covers(left.steps, steps) && covers(left.tokens, tokens) && covers(left.costMicros, costMicros);
}

function covers(left: number | undefined, amount: number): boolean {
  return isAmount(amount) && (left === undefined || amount <= left);
}

function pick({ steps, tokens, costMicros }: BudgetAmounts): BudgetAmounts {
  return { steps, ...(tokens === undefined ? {} : { tokens }), ...(costMicros === undefined ? {} : { costMicros }) };
}

function reduced(left: BudgetAmounts, { steps = 0, tokens = 0, costMicros = 0 }: Cost): BudgetAmounts {
  const after = left.steps - steps;
  if (left.tokens === undefined && left.costMicros === undefined) return { steps: after };
  return {
    steps: after,
    ...(left.tokens === undefined ? {} : { tokens: left.tokens - tokens }),
    ...(left.costMicros === undefined ? {} : { costMicros: left.costMicros - costMicros }),
  };
}
