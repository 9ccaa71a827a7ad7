import type { SchemaIssue, SchemaResult, StandardSchema } from "#ports";
import { isPromiseLike } from "./boundary/is-promise-like.ts";
import { mayWait } from "./may-wait.ts";

/** How a schema is asked. */
export type SchemaJudge = (value: unknown) => SchemaResult<unknown> | Promise<SchemaResult<unknown>>;

/** What Zod offers beside the standard. */
interface ZodLike {
  readonly safeParseAsync: (value: unknown) => Promise<ZodAnswer>;
  readonly _zod?: { readonly run: (payload: object, context: { readonly async: true }) => unknown };
}

type ZodAnswer =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly error: { readonly issues: readonly SchemaIssue[] } };

/**
 * The schema's own judgement, asked in a way that loses no promise: Zod tries every check without waiting first, and drops the promise
 * of one that waits, whose rejection would then end the process.
 */
export function schemaJudge(schema: StandardSchema): SchemaJudge {
  const { vendor, validate } = schema["~standard"];
  if (vendor !== "zod" || !isZodLike(schema)) return validate;
  const zod: ZodLike = schema;
  let waits: boolean | undefined;
  return (value) => {
    waits ??= mayWait(zod);
    return waits && !isJudgedAtOnce(zod, value) ? judgedLater(zod, value) : validate(value);
  };
}

/** Whether no check waits for this value, seen by a trial whose promise is kept. */
function isJudgedAtOnce({ _zod }: ZodLike, value: unknown): boolean {
  try {
    const trial = _zod?.run({ value, issues: [] }, { async: true });
    if (trial === undefined) return false;
    if (!isPromiseLike(trial)) return true;
    trial.then(undefined, () => undefined);
    return false;
  } catch {
    // A check that throws at once rejects where the schema is asked for good.
    return false;
  }
}

async function judgedLater(zod: ZodLike, value: unknown): Promise<SchemaResult<unknown>> {
  const answer = await zod.safeParseAsync(value);
  return answer.success ? { value: answer.data } : { issues: answer.error.issues };
}

function isZodLike(schema: object): schema is ZodLike {
  return "safeParseAsync" in schema && typeof schema.safeParseAsync === "function";
}
