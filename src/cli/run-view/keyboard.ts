import { StringDecoder } from "node:string_decoder";
import { type Key, KeyReader } from "./keys.ts";

/** A terminal that is typed at, key by key. While it is open the terminal does nothing with keys by itself. */
export interface Keyboard {
  /** Gives the terminal back as it was. A second time it does nothing. */
  close(): void;
}

const PASTE_ON = "\u001B[?2004h";
const PASTE_OFF = "\u001B[?2004l";

/** What a keyboard needs of the screen in front of it. */
export interface KeyboardOptions {
  /** `isAlone`: nothing else came with it, as when a person presses one key after the other. */
  readonly onKey: (key: Key, isAlone: boolean) => void;
  /** Nobody types any more. */
  readonly onGone: () => void;
  readonly write: (text: string) => void;
  /** The program was stopped and goes on: the screen has to be drawn again. */
  readonly onReturn: () => void;
  /** Whether pasted text is to be told from typed text. */
  readonly marksPaste: boolean;
}

/** Opens the keyboard of standard input, which is a terminal. */
export function openKeyboard({ onKey, onGone, write, onReturn, marksPaste }: KeyboardOptions): Keyboard {
  const { stdin } = process;
  const decoder = new StringDecoder("utf8");
  const reader = new KeyReader();
  let isOpen = true;
  const enter = (): void => {
    stdin.setRawMode(true);
    if (marksPaste) write(PASTE_ON);
  };
  const leave = (): void => {
    if (marksPaste) write(PASTE_OFF);
    stdin.setRawMode(false);
  };
  const hear = (bytes: Buffer): void => {
    const keys = reader.read(decoder.write(bytes));
    for (const key of keys) {
      if (key.kind === "suspend") suspend(leave);
      else if (isOpen) onKey(key, keys.length === 1);
    }
  };
  const goOn = (): void => {
    enter();
    onReturn();
  };
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    stdin.off("data", hear);
    stdin.off("end", onGone);
    process.off("SIGCONT", goOn);
    process.off("exit", close);
    leave();
    stdin.pause();
  };
  enter();
  stdin.on("data", hear);
  stdin.on("end", onGone);
  process.on("SIGCONT", goOn);
  // However the program ends, the shell behind it gets a terminal that works.
  process.on("exit", close);
  stdin.resume();
  return { close };
}

/** As the terminal would do it by itself: the whole job stops. */
function suspend(leave: () => void): void {
  leave();
  process.kill(0, "SIGTSTP");
}
