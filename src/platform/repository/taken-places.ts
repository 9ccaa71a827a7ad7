import { readdirSync } from "node:fs";
import { type BytePath, placeOf } from "./byte-paths.ts";
import { statAt } from "./file-hashes.ts";

/** Whether something that is not to go stands at a path, on the way to it, or below it. */
export class TakenPlaces {
  readonly #root: string;
  readonly #going: ReadonlySet<BytePath>;
  readonly #open = new Map<BytePath, boolean>();
  readonly #beyond = new Map<BytePath, boolean>();

  constructor(root: string, going: ReadonlySet<BytePath>) {
    this.#root = root;
    this.#going = going;
  }

  isTaken(path: BytePath): boolean {
    const above = aboveOf(path);
    if (above !== undefined && !this.#isOpen(above)) return true;
    const stat = this.isBeyondLink(path) ? undefined : statAt(this.#root, path);
    if (stat === undefined || this.#going.has(path)) return false;
    return stat.isDirectory() ? !this.#isAllGoing(path) : true;
  }

  /** Whether a link stands on the way to a path: what is there is elsewhere. */
  isBeyondLink(path: BytePath): boolean {
    const above = aboveOf(path);
    if (above === undefined) return false;
    const known = this.#beyond.get(above);
    if (known !== undefined) return known;
    const isBeyond = this.isBeyondLink(above) || statAt(this.#root, above)?.isSymbolicLink() === true;
    this.#beyond.set(above, isBeyond);
    return isBeyond;
  }

  /** A folder, or nothing, or what goes. */
  #isOpen(folder: BytePath): boolean {
    const known = this.#open.get(folder);
    if (known !== undefined) return known;
    const above = aboveOf(folder);
    const isOpen =
      (above === undefined || this.#isOpen(above)) &&
      (this.#going.has(folder) || (statAt(this.#root, folder)?.isDirectory() ?? true));
    this.#open.set(folder, isOpen);
    return isOpen;
  }

  #isAllGoing(folder: BytePath): boolean {
    return readdirSync(placeOf(this.#root, folder), { encoding: "buffer" }).every((name) => {
      const path = `${folder}/${name.toString("latin1")}`;
      return this.#going.has(path) || (statAt(this.#root, path)?.isDirectory() === true && this.#isAllGoing(path));
    });
  }
}

function aboveOf(path: BytePath): BytePath | undefined {
  const at = path.lastIndexOf("/");
  return at === -1 ? undefined : path.slice(0, at);
}
