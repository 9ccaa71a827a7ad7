import { type Permit, spendPermit } from "#kernel";
import { sha256 } from "#platform";
import { describe, expect, test } from "vitest";
import { freshPermit, memoryStore, MUTATION_OF, PERMIT_KINDS, type PermitKind, worked } from "./minted.ts";

type Constructor = new (...given: readonly unknown[]) => object;

const constructorOf = (permit: Permit): Constructor => permit.constructor as Constructor;
const faceOf = (permit: Permit): object => ({ kind: permit.kind, mutationDigest: permit.mutationDigest });
const spread = (given: object): object => ({ ...given });

/** Everything that code without types can try to make a second permit from a real one. */
const FORGERIES: readonly (readonly [name: string, forge: (permit: Permit) => unknown])[] = [
  ["a cast of a literal that says the same", (permit) => faceOf(permit)],
  ["a spread of a permit", (permit) => ({ ...spread(permit), mutationDigest: permit.mutationDigest })],
  ["Object.assign onto an empty object", (permit) => Object.assign({}, permit, faceOf(permit))],
  ["structuredClone", (permit) => structuredClone(permit)],
  ["a JSON round trip", (permit) => JSON.parse(JSON.stringify({ ...spread(permit), ...faceOf(permit) })) as unknown],
  ["an object made on the permit's prototype", (permit) => Object.create(Object.getPrototypeOf(permit) as object)],
  [
    "an object made on the prototype, with the digest and the kind of its own",
    (permit) =>
      Object.create(Object.getPrototypeOf(permit) as object, {
        kind: { value: permit.kind },
        mutationDigest: { value: permit.mutationDigest },
      }),
  ],
  ["an object made on the permit itself", (permit) => Object.create(permit)],
  [
    "a literal with the permit's prototype set",
    (permit) => Object.setPrototypeOf(faceOf(permit), Object.getPrototypeOf(permit) as object),
  ],
  ["new permit.constructor()", (permit) => new (constructorOf(permit))()],
  [
    "new permit.constructor() with a symbol of the same name",
    (permit) => new (constructorOf(permit))(permit.mutationDigest, faceOf(permit), Symbol(constructorOf(permit).name)),
  ],
  [
    "a class that extends permit.constructor",
    (permit) => {
      class Fake extends constructorOf(permit) {
        readonly mutationDigest = permit.mutationDigest;
        constructor() {
          super(permit.mutationDigest, faceOf(permit), Symbol(constructorOf(permit).name));
        }
      }
      return new Fake();
    },
  ],
  [
    "Reflect.construct with another prototype",
    (permit) => {
      class Target {
        readonly kind = permit.kind;
      }
      const given = [permit.mutationDigest, faceOf(permit), undefined];
      return Reflect.construct(constructorOf(permit), given, Target);
    },
  ],
  ["a Proxy of a permit", (permit) => new Proxy(permit, {})],
  [
    "a Proxy that answers what is asked",
    (permit) => new Proxy(permit, { get: (target, key): unknown => Reflect.get(target, key, target) }),
  ],
];

const CASES = PERMIT_KINDS.flatMap((kind) => FORGERIES.map(([name, forge]) => [kind, name, forge] as const));

describe("a forged permit changes nothing (K02, M02)", () => {
  test.each(CASES)("%s: %s", (kind, _name, forge) => {
    const permit = freshPermit(kind);
    const mutation = MUTATION_OF[kind].own;
    const store = memoryStore();
    expect(worked(() => store.apply(forge(permit), mutation))).toBe(false);
    expect(store.rows).toEqual(new Map());
    // The control: the permit that the forgery was made from is good, and the forgery did not burn it.
    expect(store.apply(permit, mutation)).toBe(true);
    expect(store.rows).toEqual(new Map([[mutation.action, mutation.args]]));
  });

  test.each([undefined, null, "mutation_ready", 1, {}, [], () => true, { kind: "fifth" }, Symbol("permit")])(
    "what is no permit at all: %o",
    (nothing) => {
      const store = memoryStore();
      expect(worked(() => store.apply(nothing, MUTATION_OF.mandate.own))).toBe(false);
      expect(store.rows).toEqual(new Map());
    },
  );

  test.each(["fifth", "Mandate", "toString", "__proto__", ""])("a fifth kind, %o, is no permit", (kind) => {
    const forged = { kind, mutationDigest: freshPermit("mandate").mutationDigest };
    expect(spendPermit(forged as unknown as Permit, MUTATION_OF.mandate.own, sha256)).toBe(false);
  });

  test.each(PERMIT_KINDS)("%s: a permit that claims another kind is of no kind", (kind) => {
    const permit = freshPermit(kind);
    for (const other of PERMIT_KINDS.filter((name) => name !== kind)) {
      const store = memoryStore();
      const changed = new Proxy(permit, {
        get: (target, key): unknown => (key === "kind" ? other : Reflect.get(target, key, target)),
      });
      expect(worked(() => store.apply(changed, MUTATION_OF[kind].own))).toBe(false);
      expect(store.rows).toEqual(new Map());
    }
    expect(() => Object.assign(permit, { kind: "human_override" })).toThrow(TypeError);
    expect(() => Object.setPrototypeOf(permit, {})).toThrow(TypeError);
    expect(permit.kind).toBe(kind);
  });
});

describe("a permit is spent once, on one mutation (K02, M02)", () => {
  test.each(PERMIT_KINDS)("%s: the second use changes nothing", (kind) => {
    const permit = freshPermit(kind);
    const { own } = MUTATION_OF[kind];
    const first = memoryStore();
    const second = memoryStore();
    expect([first.apply(permit, own), second.apply(permit, own), first.apply(permit, own)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(second.rows).toEqual(new Map());
  });

  test.each(PERMIT_KINDS)("%s: another mutation changes nothing, and burns the permit", (kind) => {
    const permit = freshPermit(kind);
    const { own, other } = MUTATION_OF[kind];
    const store = memoryStore();
    expect([store.apply(permit, other), store.apply(permit, own)]).toEqual([false, false]);
    expect(store.rows).toEqual(new Map());
  });

  test.each(PERMIT_KINDS)("%s: two permits for one mutation are two, and one does not spend the other", (kind) => {
    const { own } = MUTATION_OF[kind];
    const store = memoryStore();
    const [first, second] = [freshPermit(kind), freshPermit(kind)];
    expect([store.apply(first, own), store.apply(first, own), store.apply(second, own)]).toEqual([true, false, true]);
  });

  test("the same arguments in another order of keys are the same mutation", () => {
    const permit = freshPermit("mutation_ready");
    const args = { note: "parser fixed", id: "bd-7" };
    expect(memoryStore().apply(permit, { action: "issue.update", args })).toBe(true);
  });

  test("arguments that JSON cannot say change nothing", () => {
    const store = memoryStore();
    const permit = freshPermit("mandate");
    expect(worked(() => store.apply(permit, { action: "issue.claim", args: { id: Number.NaN } }))).toBe(false);
    expect(store.rows).toEqual(new Map());
  });

  test.each<readonly [PermitKind, PermitKind]>(
    PERMIT_KINDS.flatMap((held) => PERMIT_KINDS.filter((kind) => kind !== held).map((kind) => [held, kind] as const)),
  )("a %s does not do the work of a %s", (held, kind) => {
    const store = memoryStore();
    expect(store.apply(freshPermit(held), MUTATION_OF[kind].own)).toBe(false);
    expect(store.rows).toEqual(new Map());
  });
});
