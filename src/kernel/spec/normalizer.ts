/** The one output normalisation contract there is (CONTRACT-EVIDENCE §1). */
export const NORMALIZER_ID = "tusk.normalize.v1";
