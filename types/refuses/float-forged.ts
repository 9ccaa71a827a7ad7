// refuses: TS2741
import { Float } from "../../src/kernel/json/value.ts";

export const whole: Float = { value: 1 };
