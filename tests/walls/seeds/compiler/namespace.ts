// in: src/kernel/json/seed.ts  refuses: TS1294
export namespace Stages {
  export const join = 1;
}
