import { isJsonObject, type Json, type JsonObject, readJsonText } from "#kernel";
import { utf8 } from "#platform";

/** One file of a change, with the names of its draft and of its kept old version: they stand in the root, or beside the file. */
export interface LedgerFile {
  readonly path: string;
  readonly draft: string;
  readonly kept: string;
  readonly replaces: boolean;
  readonly removes: boolean;
}

/** A change that was begun; one that is not ended was broken off. */
export interface LedgerRow {
  readonly begin: number;
  readonly files: readonly LedgerFile[];
  /** Paths of folders that are missing and will be made, outer ones first. */
  readonly folders: readonly string[];
}

/** Every line of a ledger. */
export type LedgerLine =
  | LedgerRow
  | { readonly drafted: number; readonly marks: readonly (string | null)[] }
  | { readonly done: number }
  | { readonly end: number };

const NAME = /^\.tusk-([0-9a-f-]{8}\.\d+\.\d+\.\d+\.[0-9a-z]+)-\d+-\d+\.(?:draft|kept)$/;

/** Whose draft or kept version a file is, by its name; undefined for every other name. */
export function draftOwner(name: string): string | undefined {
  return NAME.exec(name)?.[1];
}

/** A line of a ledger, or undefined: what is not exactly one is never acted on. The last line may be torn. */
export function parseLedgerLine(text: string): LedgerLine | undefined {
  const reading = readJsonText(text, utf8);
  if (!reading.ok || !isJsonObject(reading.value)) return undefined;
  const { value } = reading;
  if (isCount(value["done"])) return { done: value["done"] };
  if (isCount(value["end"])) return { end: value["end"] };
  const { drafted, marks } = value;
  if (isCount(drafted)) return isList(marks, isMark) ? { drafted, marks } : undefined;
  return parseRow(value);
}

function parseRow({ begin, files, folders }: JsonObject): LedgerRow | undefined {
  if (!isCount(begin) || !isList(folders, isText) || !Array.isArray(files)) return undefined;
  const given: readonly Json[] = files;
  const parsed = given.flatMap((file) => parseFile(file) ?? []);
  return parsed.length === given.length ? { begin, files: parsed, folders } : undefined;
}

function parseFile(value: Json): LedgerFile | undefined {
  if (!isJsonObject(value)) return undefined;
  const { path, draft, kept, replaces, removes } = value;
  if (!isText(path) || !isDraftName(draft) || !isDraftName(kept)) return undefined;
  if (typeof replaces !== "boolean" || typeof removes !== "boolean") return undefined;
  return { path, draft, kept, replaces, removes };
}

function isDraftName(value: Json | undefined): value is string {
  return isText(value) && draftOwner(value) !== undefined;
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string";
}

function isCount(value: Json | undefined): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

function isMark(value: Json): value is string | null {
  return value === null || (typeof value === "string" && /^\d+-\d+$/.test(value));
}

function isList<T extends Json>(value: Json | undefined, fits: (item: Json) => item is T): value is T[] {
  return Array.isArray(value) && value.every((item: Json) => fits(item));
}
