// refuses: TS2345
import { History } from "#kernel";
import { RequestWindow } from "../../src/runtime/request-window.ts";

export const messages = new RequestWindow(1_000).of(new History()).messages;
