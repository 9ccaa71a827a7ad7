/** Why nothing can be measured, in one sentence. */
export class CannotMeasure extends Error {}
