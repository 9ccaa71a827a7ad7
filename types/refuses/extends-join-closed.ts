// refuses: TS1362 TS1485
import { JoinClosed } from "#kernel";

export class Forged extends JoinClosed {}
