import { Float } from "../../src/kernel/json/value.ts";

export const whole: Float = new Float(1);
