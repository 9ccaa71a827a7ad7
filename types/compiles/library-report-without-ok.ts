import { judgeTurn } from "../../src/index.ts";

export function accepted(text: string): boolean {
  const judgement = judgeTurn(text);
  return judgement.ok && judgement.report.accepted;
}
