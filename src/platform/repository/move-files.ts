import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { type BytePath, placeOf } from "./byte-paths.ts";
import { readOr } from "./stale-lock.ts";

/** Moves one file over another: at every moment the old one is there or the new one, whole. */
export function moveFile(from: Buffer, to: Buffer): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EXDEV")) throw error;
    const draft = Buffer.concat([to, Buffer.from(`.tusk-${process.pid}.draft`)]);
    copyOne(from, draft);
    renameSync(draft, to);
  }
}

function copyOne(from: Buffer, to: Buffer): void {
  if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from, "buffer"), to);
  else copyFileSync(from, to);
}

/** Moves everything in a folder into another, files over files; a folder that is not there yet moves as a whole. */
export function moveTree(from: Buffer, to: Buffer): void {
  for (const name of readdirSync(from, { encoding: "buffer" })) {
    const [source, place] = [below(from, name), below(to, name)];
    if (!lstatSync(source).isDirectory()) moveFile(source, place);
    else if (lstatSync(place, { throwIfNoEntry: false })?.isDirectory() === true) moveTree(source, place);
    else moveFolder(source, place);
  }
}

function moveFolder(source: Buffer, place: Buffer): void {
  try {
    renameSync(source, place);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EXDEV")) throw error;
    mkdirSync(place);
    moveTree(source, place);
  }
}

function below(folder: Buffer, name: Buffer): Buffer {
  return Buffer.concat([folder, Buffer.from("/"), name]);
}

/** Takes files away, and the folders that are empty after it. What is not there is as good. */
export function removeFiles(root: string, paths: readonly BytePath[]): void {
  for (const path of paths) {
    readOr(() => rmSync(placeOf(root, path), { force: true }), undefined);
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
      if (!isRemoved(placeOf(root, path.slice(0, at)))) break;
  }
}

function isRemoved(folder: Buffer): boolean {
  return readOr(() => {
    rmdirSync(folder);
    return true;
  }, false);
}

/** Takes a folder away that holds nothing but empty folders. Anything else stays. */
export function removeEmpty(folder: Buffer): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  for (const name of readdirSync(folder, { encoding: "buffer" })) removeEmpty(below(folder, name));
  isRemoved(folder);
}
