// refuses: TS2741
import { CALL_SPEC_FIELDS } from "../../src/kernel/spec/call-spec-fields.ts";

const { riskTier: _dropped, ...rest } = CALL_SPEC_FIELDS;

export const table: typeof CALL_SPEC_FIELDS = { ...rest };
