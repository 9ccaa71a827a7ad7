// in: src/kernel/json/seed.ts  refuses: TS4114
class Base {
  name(): string {
    return "base";
  }
}

export class Derived extends Base {
  name(): string {
    return "derived";
  }
}
