import type { GuardStage } from "#kernel";
import type { Guard } from "../guard.ts";
import { type KeyPlaces, secretsGuard } from "./secrets-guard.ts";

/** What it takes to open guards: where keys are, and how a module is found and run. */
export interface GuardPorts extends KeyPlaces {
  /** The whole path of a module that a configuration names. */
  readonly pathOf: (name: string) => string;
  readonly importModule: <T>(path: string, take: (exports: object) => T) => Promise<GuardModule<T>>;
}

/** A module that was run, or one sentence why not. */
type GuardModule<T> = { readonly ok: true; readonly taken: T } | { readonly ok: false; readonly reason: string };

/** Guards in the order of their names, or one sentence why there are none. */
export type GuardsOpened =
  | { readonly ok: true; readonly guards: readonly Guard[] }
  | { readonly ok: false; readonly reason: string };

const STAGES: Readonly<Record<GuardStage, true>> = { pre_flight: true, input: true, output: true };

const BUILT_IN: Readonly<Record<string, (places: KeyPlaces) => Guard>> = { secrets: secretsGuard };

/**
 * Opens the guards that a configuration names: built-in ones by name, others as modules by path, whose default export is a guard or a
 * list of them. One that cannot be had is a refusal: nothing runs without a guard that somebody wants.
 */
export async function openGuards(names: readonly string[], ports: GuardPorts): Promise<GuardsOpened> {
  const guards: Guard[] = [];
  for (const name of names) {
    const opened = await openNamed(name, ports);
    if (!opened.ok) return opened;
    guards.push(...opened.guards);
  }
  const ids = guards.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  return twice === undefined
    ? { ok: true, guards }
    : refused(`two guards are called ${JSON.stringify(twice)}; give each an id of its own`);
}

async function openNamed(name: string, ports: GuardPorts): Promise<GuardsOpened> {
  const builtIn = Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : undefined;
  if (builtIn !== undefined) return { ok: true, guards: [builtIn(ports)] };
  if (!/^(?:\.{0,2}\/|\.\.?$)/.test(name))
    return refused(
      `${JSON.stringify(name)} is no built-in guard (${Object.keys(BUILT_IN).join(", ")}); a module is named by a path that begins with ./ or /`,
    );
  const path = ports.pathOf(name);
  const loaded = await ports.importModule(path, guardsOf);
  if (!loaded.ok) return refused(loaded.reason);
  return loaded.taken === undefined
    ? refused(`${path}: its default export is no guard { id, stage, check } and no list of them`)
    : { ok: true, guards: loaded.taken };
}

/** What a module exports, as guards; undefined where any of it is none. */
function guardsOf(exports: object): readonly Guard[] | undefined {
  const exported: unknown = "default" in exports ? exports.default : undefined;
  const list: readonly unknown[] = Array.isArray(exported) ? exported : [exported];
  return list.length > 0 && list.every(isGuard) ? list : undefined;
}

function isGuard(value: unknown): value is Guard {
  if (typeof value !== "object" || value === null) return false;
  const { id, stage, check } = value as Readonly<Record<string, unknown>>;
  const isStage = typeof stage === "string" && Object.hasOwn(STAGES, stage);
  return typeof id === "string" && /\S/.test(id) && isStage && typeof check === "function";
}

function refused(what: string): GuardsOpened {
  return { ok: false, reason: `guards: ${what}` };
}
