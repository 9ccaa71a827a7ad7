// in: src/kernel/json/seed.ts  refuses: TS1294
export enum Stage {
  Join,
}
