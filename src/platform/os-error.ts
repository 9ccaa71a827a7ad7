import { getSystemErrorMessage } from "node:util";

/** What the C library says, where Node words it otherwise; error texts of the contract quote the C library. */
const C_LIBRARY_WORDS: Readonly<Record<number, string>> = {
  1: "Operation not permitted",
  2: "No such file or directory",
  5: "Input/output error",
  6: "No such device or address",
  11: "Resource temporarily unavailable",
  12: "Cannot allocate memory",
  13: "Permission denied",
  17: "File exists",
  20: "Not a directory",
  21: "Is a directory",
  23: "Too many open files in system",
  24: "Too many open files",
  28: "No space left on device",
  30: "Read-only file system",
  36: "File name too long",
  40: "Too many levels of symbolic links",
};

/** `No such file or directory (os error 2)`, from what a file call threw. */
export function osErrorText(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  const number = "errno" in error && typeof error.errno === "number" ? -error.errno : 0;
  if (number <= 0) return error.message;
  return `${C_LIBRARY_WORDS[number] ?? getSystemErrorMessage(-number)} (os error ${number})`;
}
