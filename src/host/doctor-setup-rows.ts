import type { ConfiguredMcpServer } from "#kernel";
import type { ModelSetup, Setup } from "#ports";
import { type DoctorRow, listed, row } from "./doctor-row.ts";

/** What a configuration asks for, and what was found of it. */
export interface SetupFindings {
  /** As it is named: `provider/model`, `cassette:PATH`, or not at all. */
  readonly model: string | undefined;
  /** Of `cassette:PATH`: whether there is such a file. */
  readonly hasCassette: boolean;
  readonly mcp: Readonly<Record<string, ConfiguredMcpServer>>;
  readonly setup: Setup;
}

const MEGABYTE = 1024 * 1024;
const DISK_FAIL = 50 * MEGABYTE;
const DISK_WARN = 1024 * MEGABYTE;

/** Judges what runs of an agent rest on: model, keys, disk, servers, instructions. No key is ever told, nor anything of one. */
export function setupRows(findings: SetupFindings): readonly DoctorRow[] {
  const { setup, mcp } = findings;
  return [
    ...modelRows(findings),
    keys(setup.keys),
    ...(setup.disk === undefined ? [] : [disk(setup.disk)]),
    ...Object.entries(mcp).map(([name, server]) => serverRow(name, server, setup.programs)),
    instructions(setup.instructions),
  ];
}

function modelRows({ model, hasCassette, setup }: SetupFindings): readonly DoctorRow[] {
  if (model === undefined)
    return [
      row("model", "none is named", ["warn", "tusk run takes one from --model, TUSK_MODEL, or model in tusk.config"]),
    ];
  if (model.startsWith("cassette:"))
    return [
      row(
        "model",
        model,
        hasCassette ? undefined : ["fail", "there is no such recording: tusk run --record makes one"],
      ),
    ];
  return setup.model === undefined ? [] : providerRows(model, setup.model);
}

function providerRows(ref: string, model: ModelSetup): readonly DoctorRow[] {
  if (model.kind === "unknown") {
    const mend = `use one of ${model.known.join(", ")}, or add ${model.provider} to providers in tusk.config`;
    return [row("model", `${ref}: no provider is called ${model.provider}`, ["fail", mend])];
  }
  const { package: own, baseUrl } = model;
  const address: Problem = ["fail", "set its baseUrl in providers of tusk.config, or give --base-url to tusk run"];
  return [
    keyRow(ref, model),
    row(
      "model.package",
      `${own.name} is ${own.isInstalled ? "installed" : "not installed"}`,
      own.isInstalled ? undefined : ["fail", `npm install ${own.name}`],
    ),
    baseUrl === undefined
      ? row("model.server", `${model.provider} has no address`, address)
      : serverOf(model.provider, baseUrl, model.answers),
  ];
}

type Problem = readonly ["warn" | "fail", string];

function keyRow(ref: string, { keyVariables, hasKey, needsKey }: Extract<ModelSetup, { kind: "known" }>): DoctorRow {
  const names = keyVariables.join(" or ");
  if (hasKey) return row("model", `${ref}, ${names} is set`);
  if (!needsKey) return row("model", `${ref}, which needs no key`);
  return row("model", `${ref}, and ${names} is not set`, [
    "fail",
    `set it to the provider's key in the environment: export ${keyVariables[0] ?? ""}=...`,
  ]);
}

function serverOf(provider: string, baseUrl: string, answers: boolean | undefined): DoctorRow {
  if (answers === undefined) return row("model.server", `${baseUrl}, which was not asked`);
  if (answers) return row("model.server", `${baseUrl} takes connections`);
  return row("model.server", `${baseUrl} does not answer`, [
    "fail",
    `start the server of ${provider}, or set another baseUrl in providers of tusk.config`,
  ]);
}

function keys(all: Setup["keys"]): DoctorRow {
  const told = (isSet: boolean): string =>
    all
      .filter((key) => key.isSet === isSet)
      .map(({ variable, providers }) => `${variable} (${providers.join(", ")})`)
      .join(", ");
  const [set, unset] = [told(true), told(false)];
  return row("keys", `set: ${set === "" ? "none" : set}${unset === "" ? "" : `; not set: ${unset}`}`);
}

function disk({ path, freeBytes }: NonNullable<Setup["disk"]>): DoctorRow {
  const told = `${Math.floor(freeBytes / MEGABYTE)} MB are free at ${path}`;
  if (freeBytes >= DISK_WARN) return row("disk", told);
  return row("disk", told, [
    freeBytes < DISK_FAIL ? "fail" : "warn",
    "make room: a session that cannot be written stops",
  ]);
}

function serverRow(name: string, server: ConfiguredMcpServer, programs: Setup["programs"]): DoctorRow {
  const id = `mcp.${name}`;
  if (!("command" in server)) return row(id, `${server.url.replace(/[?#].*$/s, "")}, which was not asked`);
  const path = programs.find((program) => program.server === name)?.path;
  if (path !== undefined) return row(id, `${path}, which was not started`);
  return row(id, `${server.command} was not found`, [
    "fail",
    "install it, name its whole path, or take the server out of tusk.config",
  ]);
}

function instructions({ files, notices }: Setup["instructions"]): DoctorRow {
  const told =
    files.length === 0 ? "none is found" : listed(files.map(({ path, digest }) => `${path} (${digest.slice(0, 19)})`));
  if (notices.length === 0) return row("instructions", told);
  return row("instructions", [told, ...notices].join("; "), ["warn", "see instructions in docs/configuration.md"]);
}
