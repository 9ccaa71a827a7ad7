/** One problem that a schema found, and where. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a schema says of a value: the value as the tool gets it, or what is wrong with it. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/**
 * The public interface of Standard Schema, version 1: zod, valibot, arktype and others implement it. `jsonSchema` is its
 * extension for exporting JSON Schema.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: string }) => Readonly<Record<string, unknown>>;
      readonly output: (options: { readonly target: string }) => Readonly<Record<string, unknown>>;
    };
  };
}
