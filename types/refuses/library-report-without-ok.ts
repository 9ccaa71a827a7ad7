// refuses: TS2339
import { judgeTurn } from "../../src/index.ts";

export const accepted = (text: string): boolean => judgeTurn(text).report.accepted;
