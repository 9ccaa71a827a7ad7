import type { ConfiguredMcpServer, ConfiguredProvider, InstructionRef } from "#kernel";

/** What a configuration asks of this machine. */
export interface SetupWish {
  /** The model that is to work, as `provider/model`; undefined where none is named, or it is a recording. */
  readonly model: string | undefined;
  readonly providers: Readonly<Record<string, ConfiguredProvider>>;
  readonly mcp: Readonly<Record<string, ConfiguredMcpServer>>;
  readonly workspace: string;
  readonly stateFolder: string;
  readonly instructions: { readonly files: readonly string[]; readonly maxBytes: number };
}

/** A variable that holds the key of providers. Whether it is set is all that is ever told of it. */
export interface KeyVariable {
  readonly variable: string;
  readonly providers: readonly string[];
  readonly isSet: boolean;
}

/** The provider of the model that is to work, as far as it can be known without a request. */
export type ModelSetup =
  | { readonly kind: "unknown"; readonly provider: string; readonly known: readonly string[] }
  | {
      readonly kind: "known";
      readonly provider: string;
      readonly keyVariables: readonly string[];
      readonly hasKey: boolean;
      readonly needsKey: boolean;
      /** The package that speaks its wire. */
      readonly package: { readonly name: string; readonly isInstalled: boolean };
      readonly baseUrl: string | undefined;
      /** Whether something takes connections there; undefined where it is not on this machine, and nobody tried. */
      readonly answers: boolean | undefined;
    };

/** A program that is to be started as an MCP server, and where it was found. */
export interface ServerProgram {
  readonly server: string;
  readonly command: string;
  readonly path: string | undefined;
}

/** What was found of it. Nothing was started and nothing was sent. */
export interface Setup {
  readonly keys: readonly KeyVariable[];
  readonly model: ModelSetup | undefined;
  readonly programs: readonly ServerProgram[];
  readonly instructions: { readonly files: readonly InstructionRef[]; readonly notices: readonly string[] };
  /** The room where the state folder is or will be; undefined where the system does not say. */
  readonly disk: { readonly path: string; readonly freeBytes: number } | undefined;
}
