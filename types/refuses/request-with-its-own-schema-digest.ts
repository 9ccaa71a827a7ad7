// refuses: TS2353
import type { RequestDraft } from "#kernel";

declare const request: RequestDraft["requests"][number];

export const draft: RequestDraft = { requests: [{ ...request, schemaDigest: "sha256:0" }], values: [] };
