import { CannotMeasure } from "./cannot-measure.ts";
import { PEER_NAMES, type PeerName } from "./peers.ts";
import { SCENARIO_IDS, type ScenarioId } from "./scenarios.ts";

/** What a run of the peers' bench was asked for. */
export interface Options {
  readonly peers: readonly PeerName[];
  readonly scenarios: readonly ScenarioId[];
  readonly rounds: number;
  /** Only whether each peer does the work at all. */
  readonly isCheck: boolean;
  readonly skipsCold: boolean;
  /** Warms up for as long as the compiler needs: what is measured then is long-running programs. */
  readonly isSteady: boolean;
}

const FLAGS: ReadonlySet<string> = new Set(["--check", "--skip-cold", "--steady"]);
const ROUNDS = 3;

/** Reads the words behind `npm run bench:peers --`; throws a sentence for one that means nothing. */
export function readOptions(words: readonly string[]): Options {
  const valueOf = (name: string) => words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
  const unknown = words.find((word) => !FLAGS.has(word) && !/^--(?:only|rounds)=/.test(word));
  if (unknown !== undefined)
    throw new CannotMeasure(
      `${unknown} is no option: there are --only=, --rounds=, --check, --skip-cold and --steady.`,
    );
  const rounds = Number(valueOf("rounds") ?? ROUNDS);
  if (!Number.isInteger(rounds) || rounds < 1) throw new CannotMeasure("--rounds= takes a whole number from 1.");
  const only = valueOf("only")?.split(",") ?? [];
  return {
    peers: chosen(PEER_NAMES, only),
    scenarios: chosen(SCENARIO_IDS, only),
    rounds,
    isCheck: words.includes("--check"),
    skipsCold: words.includes("--skip-cold"),
    isSteady: words.includes("--steady"),
  };
}

/** Peers and scenarios are named in one list; where none of a kind is named, all of it is meant. */
function chosen<Name extends string>(all: readonly Name[], only: readonly string[]): readonly Name[] {
  const strange = only.find((name) => ![...PEER_NAMES, ...SCENARIO_IDS].some((known) => known === name));
  if (strange !== undefined)
    throw new CannotMeasure(
      `--only=${strange} names nothing: there are ${PEER_NAMES.join(", ")}, and ${SCENARIO_IDS.join(", ")}.`,
    );
  const named = all.filter((name) => only.includes(name));
  return named.length === 0 ? all : named;
}
