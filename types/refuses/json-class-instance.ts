// refuses: TS2322
import type { Json } from "../../src/kernel/json/value.ts";

class Point {
  readonly x = 1;
}

export const value: Json = new Point();
