import { existsSync } from "node:fs";
import { boundaryViolation } from "./boundary-violation.ts";

/**
 * What runs as the first process of a command's process space: it says that the walls stand, runs the command, counts what the command
 * left behind and ends, which ends all of it. `$1` is the folder; the words after it are the command. Descriptor 3 is ours, descriptor
 * 5 is the command's standard error. The report becomes its standard output before anything runs: a command of the same user may take
 * from it the right to open anything more.
 */
const INIT_SCRIPT = `
cd -P -- "$1" || exit 96
shift
unset OLDPWD
exec 2>/dev/null 4<&- 6>&- 7>&1 1>&3
echo ready
(exec "$@" 1>&7 2>&5 3>&- 5>&- 7>&-)
code=$?
left=-1
for process in /proc/[0-9]*; do
  read -r state 2>/dev/null <"$process/stat" || continue
  case $state in *") Z "*) ;; *) left=$((left + 1)) ;; esac
done
echo "end $code $left"
exit $code
`;

/** The first process, ready to be started: a shell, and the script for it. */
export interface Init {
  readonly shell: string;
  readonly script: string;
}

/** The descriptors that a plain shell can name, and those of them that are ours. */
const HIGHEST_PLAIN = 9;
const OURS = new Set([3, 4, 5, 6, 7]);

/** The first process, closing first what we were left with ourselves; bash where only bash can. */
export function makeInit(inherited: readonly number[]): Init {
  const left = inherited.filter((descriptor) => !OURS.has(descriptor));
  const script = left.map((descriptor) => `exec ${descriptor}>&-\n`).join("") + INIT_SCRIPT;
  if (left.every((descriptor) => descriptor <= HIGHEST_PLAIN)) return { shell: "/bin/sh", script };
  if (existsSync("/bin/bash")) return { shell: "/bin/bash", script };
  throw boundaryViolation(
    `descriptor ${Math.max(...left)} was left open for us and only bash could close it: install bash`,
  );
}

/** What the first process said: whether the command was begun, and how it ended. */
export interface InitReport {
  readonly isReady: boolean;
  readonly end: { readonly code: number; readonly survivors: number | undefined } | undefined;
}

/** Reads what came through descriptor 3. */
export function readInitReport(text: string): InitReport {
  // The last one: a command of the same user may write there too, but not after its own end.
  const end = [...text.matchAll(/^end (\d+) (-?\d+)$/gm)].at(-1);
  return {
    isReady: text.startsWith("ready\n"),
    // A first process that could not even count itself knows nothing of the others.
    end:
      end === undefined
        ? undefined
        : { code: Number(end[1]), survivors: Number(end[2]) < 0 ? undefined : Number(end[2]) },
  };
}
