/** What a person wants to know of something that went wrong. */
export interface RemedyRow {
  readonly means: string;
  /** What is there afterwards. */
  readonly kept: string;
  readonly remedy: string;
}
