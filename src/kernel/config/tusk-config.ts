import type { ConfigValues } from "./keys.ts";

type Head<Path> = Path extends `${infer First}.${string}` ? First : Path;
type Tail<Path, First extends string> = Path extends `${First}.${infer Rest}` ? Rest : never;

/** Values by path as the nested object that a file holds; every key may be left out. */
export type Nested<Values> = {
  readonly [First in Head<keyof Values & string> & string]?: First extends keyof Values
    ? Values[First]
    : Nested<{ readonly [Rest in Tail<keyof Values, First>]: Values[`${First}.${Rest}` & keyof Values] }>;
};

/** What `tusk.config.ts` or `tusk.config.json` may say. */
export type TuskConfig = Nested<ConfigValues>;

/** Answers what it is given: an editor then knows the keys and the compiler checks them. */
export function defineConfig(config: TuskConfig): TuskConfig {
  return config;
}
