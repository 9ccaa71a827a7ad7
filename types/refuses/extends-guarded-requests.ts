// refuses: TS1362 TS1485
import { GuardedRequests } from "#kernel";

export class Forged extends GuardedRequests {}
