import { History } from "#kernel";
import { RequestWindow } from "../../src/runtime/request-window.ts";

const closed = new History().close();

export const messages = closed === undefined ? [] : new RequestWindow(1_000).of(closed).messages;
