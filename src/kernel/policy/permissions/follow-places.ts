import { eitherPlaces, type PlacedCommand, placeOf, type Places } from "./place.ts";
import type { ShellCommand, ShellNode } from "./shell-script.ts";
import { splitFind } from "./split-find.ts";
import { unwrapCommand } from "./unwrap-command.ts";

/** Where the shell is behind a part of a script, by how that part ended. */
interface Behind {
  readonly ok: Places;
  readonly failed: Places;
}

/** Every command of a script with the places in which it may run: `cd` is followed, also when it may have failed (CVE-2026-25722). */
export function followPlaces(script: ShellNode | undefined, start: Places, root: string | undefined): PlacedCommand[] {
  const placed: PlacedCommand[] = [];
  const walk = (node: ShellNode, places: Places): Behind => {
    switch (node.kind) {
      case "command":
        placed.push(...splitFind(node).map((command) => ({ command, places, root })));
        return { ok: changedPlaces(node, places, root), failed: places };
      case "apart":
        for (const part of node.parts) walk(part, places);
        return { ok: places, failed: places };
      case "join":
        return joined(node, places, walk);
      default:
        return node satisfies never;
    }
  };
  if (script !== undefined) walk(script, start);
  return placed;
}

function joined(
  { link, left, right }: Extract<ShellNode, { kind: "join" }>,
  places: Places,
  walk: (node: ShellNode, places: Places) => Behind,
): Behind {
  const first = walk(left, places);
  switch (link) {
    case "and": {
      const second = walk(right, first.ok);
      return { ok: second.ok, failed: eitherPlaces(first.failed, second.failed) };
    }
    case "or": {
      const second = walk(right, first.failed);
      return { ok: eitherPlaces(first.ok, second.ok), failed: second.failed };
    }
    case "then":
      return walk(right, eitherPlaces(first.ok, first.failed));
    default:
      return link satisfies never;
  }
}

/** Commands of the shell that change its folder in ways that are not followed. */
const STRAYS: ReadonlySet<string> = new Set(["pushd", "popd", "eval", "source", ".", "builtin"]);

function changedPlaces(command: ShellCommand, places: Places, root: string | undefined): Places {
  const { words, whole } = unwrapCommand(command);
  const [program, target, ...more] = words.map(({ text }) => text);
  if (program !== "cd") return program === undefined || STRAYS.has(program) ? undefined : places;
  // Whether `time cd x` is the shell's word or a program is not to be told.
  if (words !== command.words && command.words[0]?.text !== "command") return undefined;
  if (!whole || target === undefined || more.length > 0 || target.startsWith("-") || words[1]?.glob === true)
    return undefined;
  return places?.reduce<Places>((found, from) => {
    const place = placeOf(target, from, root);
    return eitherPlaces(found, place === undefined ? undefined : [place]);
  }, []);
}
