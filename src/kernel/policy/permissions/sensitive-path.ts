import { globsOverlap } from "./glob-overlap.ts";
import type { Place } from "./place.ts";
import { SECRET_NAMES } from "./secret-names.ts";

/** Templates of what would hold a secret: they are made to be read. */
const TEMPLATE = /\.(?:example|sample|template|dist)$/;

/** Folders outside of a workspace in which plain files may be read: below `*`, one name of any kind stands first. */
export const READABLE_ROOTS: readonly (readonly string[])[] = [
  ["tmp"],
  ["private", "tmp"],
  ["usr"],
  ["opt"],
  ["home", "*"],
  ["Users", "*"],
];

/** Files outside of these folders that say nothing but what machine it is. */
export const READABLE_FILES: readonly string[] = ["etc/os-release", "etc/hosts", "proc/cpuinfo", "proc/meminfo"];

/** A name of a secret, and the form of the names it stands for: in `*.pem` something stands before the ending. */
interface SecretName {
  readonly glob: string;
  readonly form: RegExp;
}

const SECRETS: readonly (readonly SecretName[])[] = SECRET_NAMES.map((path) =>
  path.split("/").map((glob) => ({ glob, form: new RegExp(`^(?:${formOf(glob)})$`, "s") })),
);
/** All of them that are one name, as one form: most names are none of these. */
const ANY_SECRET = new RegExp(`^(?:${SECRETS.map(([first]) => formOf(first?.glob ?? "")).join("|")})$`, "s");

function formOf(glob: string): string {
  return glob
    .replaceAll(/[.+]/g, "\\$&")
    .replaceAll(/(?!^)\*/g, ".*")
    .replace(/^\*/, ".+");
}

const WILDCARD = /[*?[]/;
/** Wildcards and nothing else. */
const ANYTHING = /^[*?]+$/;
/** Any name with a plain ending, `*.json`: too common to ask about for the few secrets that end so. */
const BY_ENDING = /^\*\.[a-z0-9]+$/;

/** What is longer is the name of no file, and is not looked through. */
const LONGEST_NAME = 255;
const MOST_NAMES = 256;

/** How wildcards in a name are read: `shell` leaves hidden names out, `program` (git, grep, ripgrep read quoted ones themselves) does not. */
export type Wildcards = "shell" | "program";

/** Whether names below each other are, hold, or with a wildcard may stand for the name of a secret; a name may also stand behind `:`, `=` or `,`. */
export function namesSecret(parts: readonly string[], wildcards: Wildcards = "shell"): boolean {
  const texts = alternativesOf(parts.join("/").normalize("NFKC").toLowerCase(), wildcards);
  return texts === undefined || texts.some((text) => hasSecretName(text.split(/[/:=,]/), wildcards));
}

/** A character of a class, complete: what stands in it parts no names. An opened one that is not closed stays. */
const BRACKET = /\[[!^]?\]?(?:\[[:.=][^\]]*[:.=]\]|[^\]])*\]/g;
const MOST_ALTERNATIVES = 64;

/** What a name with wildcards may be, each without classes and braces; undefined where that is not to be told. */
function alternativesOf(text: string, wildcards: Wildcards): readonly string[] | undefined {
  const plain = text.replaceAll(BRACKET, "?");
  if (plain.includes("[")) return undefined;
  if (wildcards === "shell") return [plain];
  // Programs that read wildcards themselves take a backslash for an escape, and some of them braces for alternatives.
  if (plain.includes("\\")) return undefined;
  const braced = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/.exec(plain);
  if (braced === null) return /[{}]/.test(plain) ? undefined : crossing(plain);
  const [, before = "", between = "", after = ""] = braced;
  const choices = between.split(",");
  return choices.length > MOST_ALTERNATIVES ? undefined : choices.flatMap((one) => crossing(`${before}${one}${after}`));
}

/** The same, and what stands behind each wildcard by itself: to some programs one goes over several folders. */
function crossing(text: string): readonly string[] {
  const behind = [...text.matchAll(/[^*/]\*(?=[^*/])/g)].map(({ index }) => text.slice(index + 1));
  return [text, ...behind.slice(0, MOST_ALTERNATIVES)];
}

function hasSecretName(names: readonly string[], wildcards: Wildcards): boolean {
  if (names.length > MOST_NAMES || names.some((name) => name.length > LONGEST_NAME)) return true;
  // Settings of a repository, and of those in it, may hold tokens.
  if (names.some((name, at) => name.startsWith("config") && names.slice(0, at).includes(".git"))) return true;
  return names.some((name, at) => {
    if (ANYTHING.test(name)) return at === names.length - 1 && !isNamed(names[at - 1]);
    if (!WILDCARD.test(name) && !ANY_SECRET.test(name)) return false;
    return SECRETS.some((secret) => secret.every((wanted, below) => fits(names[at + below], wanted, wildcards)));
  });
}

/** Everything in a folder that was named is not taken for the secrets it may hold; everything in the workspace is. */
function isNamed(folder: string | undefined): boolean {
  return folder !== undefined && folder !== "" && folder !== "." && !WILDCARD.test(folder);
}

function fits(name: string | undefined, { glob, form }: SecretName, wildcards: Wildcards): boolean {
  if (name === undefined || name === "" || TEMPLATE.test(name)) return false;
  if (!WILDCARD.test(name)) return form.test(name);
  if (ANYTHING.test(name)) return false;
  const mayBeHidden = wildcards === "program" || name.startsWith(".") || name.startsWith("[");
  if (glob.startsWith(".") && !mayBeHidden) return false;
  if (glob.startsWith("*") || !name.startsWith("*")) return globsOverlap(name, glob);
  // What stands behind a wildcard would else fit behind the beginning of any secret: `*_test.go` is no `passwords*`.
  return !BY_ENDING.test(name) && globsOverlap(name, glob.replace(/[.*_-]+$/, ""));
}

/** Whether what lies at a place may be read without a question: plain files in the workspace, and outside of it those of a few folders. */
export function isReadable(place: Place, wildcards: Wildcards = "shell"): boolean {
  return !namesSecret(place.parts, wildcards) && isListable(place);
}

/** Whether names and sizes at a place may be shown. Secrets too: that they are there is none. */
export function isListable({ inside, parts }: Place): boolean {
  if (inside || READABLE_FILES.includes(parts.join("/"))) return true;
  const root = READABLE_ROOTS.find((names) => names.every((name, at) => name === "*" || parts[at] === name));
  if (root === undefined || parts.length <= (root.at(-1) === "*" ? root.length : 0)) return false;
  // Hidden folders of a home hold what programs keep to themselves.
  return root.at(-1) !== "*" || !(parts[root.length] ?? "").startsWith(".");
}
