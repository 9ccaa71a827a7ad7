import { CALL_SPEC_FIELDS } from "../../src/kernel/spec/call-spec-fields.ts";

const { riskTier, ...rest } = CALL_SPEC_FIELDS;

export const table: typeof CALL_SPEC_FIELDS = { ...rest, riskTier };
