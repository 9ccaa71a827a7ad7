import { type ClosedHistory, History } from "#kernel";

export const closed: ClosedHistory | undefined = new History().close();
