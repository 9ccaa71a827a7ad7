/** A model of any AI SDK provider package (specification v4), as far as it is asked; whoever has none of them compiles without them. */
export interface AiSdkModel {
  readonly specificationVersion: "v4";
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: never): PromiseLike<object>;
  doStream(options: never): PromiseLike<object>;
}
