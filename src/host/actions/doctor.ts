import type { ResolvedConfig } from "#kernel";
import type { Arguments, HostPorts, Outcome } from "../action.ts";
import { doctorConfig } from "../doctor-config.ts";
import { filesRows } from "../doctor-files.ts";
import { journalsRow } from "../doctor-journals.ts";
import type { DoctorRow } from "../doctor-row.ts";
import { doctorRows } from "../doctor-rows.ts";
import { setupRows } from "../doctor-setup-rows.ts";
import { givenWorkspace } from "../given-workspace.ts";
import { runStateFolder } from "../run-places.ts";

export type { DoctorRow } from "../doctor-row.ts";

/** What was found on this machine, row by row, and the worst of it. */
export interface DoctorData {
  readonly state: DoctorRow["state"];
  readonly workspace: string;
  readonly rows: readonly DoctorRow[];
}

const WORST_FIRST = ["fail", "warn"] as const;
const CASSETTE = "cassette:";

/** Looks at everything that commands rest on. Something that does not work is an answer with exit code 1. */
export async function run(args: Arguments, ports: HostPorts): Promise<Outcome<DoctorData>> {
  const folder = givenWorkspace(args, ports);
  if (!folder.ok) return folder;
  const workspace = folder.data;
  const [found, git] = [await ports.examine(workspace), await ports.runGit(workspace, ["--version"])];
  const { row: configuration, config } = await doctorConfig(args, ports);
  const rows = [
    ...doctorRows({ found, git }),
    configuration,
    ...(config === undefined ? [] : await configuredRows(args, ports, { workspace, config })),
  ];
  const state = WORST_FIRST.find((worst) => rows.some((row) => row.state === worst)) ?? "ok";
  return { ok: true, data: { state, workspace, rows }, ...(state === "fail" ? { exit: 1 } : {}) };
}

/** What the configuration asks of this machine. */
async function configuredRows(
  args: Arguments,
  ports: HostPorts,
  { workspace, config }: { readonly workspace: string; readonly config: ResolvedConfig },
): Promise<readonly DoctorRow[]> {
  const { values } = config;
  const { model, mcp, providers } = values;
  const stateFolder = runStateFolder(args, config, ports);
  const tape = model?.startsWith(CASSETTE) === true ? model.slice(CASSETTE.length) : undefined;
  const setup = await ports.examineSetup({
    model: tape === undefined ? model : undefined,
    providers,
    mcp,
    workspace,
    stateFolder,
    instructions: { files: values["instructions.files"], maxBytes: values["instructions.maxBytes"] },
  });
  const hasCassette = tape !== undefined && ports.kindOf(tape) === "file";
  return [
    ...setupRows({ model, hasCassette, mcp, setup }),
    ...filesRows(values, workspace, ports),
    await journalsRow(stateFolder, ports),
  ];
}
