import { type ConfigDistrustData, type ConfigTrustData, trustLines } from "#host";
import { printExactJson } from "./exact-json.ts";
import { harmless, type Paper } from "./paper.ts";

const OUTCOMES: Readonly<Record<ConfigTrustData["outcome"], string>> = {
  trusted: "trusted; a change of one byte takes that back",
  already_trusted: "trusted already",
  not_needed: "it sets nothing that asks for trust",
  not_asked: "not trusted: nobody can be asked here; --yes trusts it",
};

/** What a configuration would do, and what became of it. */
export function configTrust({ seen, ...data }: ConfigTrustData, paper: Paper): void {
  if (paper.json) return printExactJson(data, paper);
  if (!seen) for (const line of trustLines(data)) paper.print(`${harmless(line)}\n`);
  paper.print(`${OUTCOMES[data.outcome]}\n`);
}

/** Which configuration is trusted no more. */
export function configDistrust(data: ConfigDistrustData, paper: Paper): void {
  if (paper.json) return printExactJson(data, paper);
  paper.print(`${harmless(data.path)} ${data.wasKnown ? "is trusted no more" : "was not trusted"}\n`);
}
