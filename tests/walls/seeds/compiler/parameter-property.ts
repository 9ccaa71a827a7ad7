// in: src/kernel/json/seed.ts  refuses: TS1294
export class Stage {
  constructor(readonly name: string) {}
}
