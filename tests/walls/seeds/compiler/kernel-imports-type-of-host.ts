// in: src/kernel/gate/seed.ts  refuses: TS6059 TS6307
import type { HostPorts } from "#host";

export type Ports = HostPorts;
