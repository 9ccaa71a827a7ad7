/**
 * Command strings with their bodies (OSC, DCS, SOS, PM, APC) up to their end; one that has no end loses its beginning only, so that
 * nothing of use is hidden, and a body ends where another begins, so that no text takes long. Then control sequences (CSI), then
 * every other escape, then an escape alone.
 */
const SEQUENCES =
  /(?:\x1b[PX\]^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]|\x1b/g;

/** Control characters but tab, newline, return and backspace; what is drawn as nothing, turns the order of text, or is a tag. */
const UNSEEN = /[\0-\x07\x0b\x0c\x0e-\x1f\x7f-\x9f\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** What needs no look at all: most output is nothing else. */
const PLAIN = /^[\t\n -~]*$/;

/**
 * Text of a command as a model may see it: no control sequence, no character that is not seen, only newlines and tabs of the control
 * characters. A line that was written over, by returns or backspaces, is shown as it stood last. Linear in the text.
 */
export function neutralise(text: string): string {
  if (PLAIN.test(text)) return text;
  const plain = text.replaceAll(SEQUENCES, "").replaceAll(UNSEEN, "");
  return /[\r\x08]/.test(plain) ? plain.split("\n").map(lastState).join("\n") : plain;
}

/** A line as it stood when it was done: what follows its last return, with what backspaces took back written over. */
function lastState(line: string): string {
  const last = line.split("\r").findLast((state) => state !== "") ?? "";
  return last.includes("\b") ? overwritten(last) : last;
}

function overwritten(line: string): string {
  const cells: string[] = [];
  let at = 0;
  for (const character of line) {
    if (character === "\b") at = Math.max(0, at - 1);
    else cells[at++] = character;
  }
  return cells.join("");
}
