// refuses: TS2345
import { canonical } from "../../src/index.ts";

export const text = canonical(new Map([["a", 1]]));
