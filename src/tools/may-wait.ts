/** The names under which the definition of a Zod schema keeps code of its author that may answer with a promise. */
const CODE = ["fn", "transform", "reverseTransform", "getter"] as const;

/** Whether judging a value by this Zod schema may have to wait: it holds a check or a change of somebody's own, somewhere. */
export function mayWait(schema: unknown): boolean {
  return waitsIn(schema, new Set());
}

function waitsIn(part: unknown, seen: Set<object>): boolean {
  if (typeof part !== "object" || part === null || seen.has(part)) return false;
  seen.add(part);
  if (Array.isArray(part)) return part.some((item) => waitsIn(item, seen));
  const prototype: unknown = Object.getPrototypeOf(part);
  const isPlain = prototype === Object.prototype || prototype === null;
  const definition = isPlain && !("_zod" in part) ? part : definitionOf(part);
  if (definition === undefined) return false;
  if (isOwnCode(definition)) return true;
  return Object.values(definition).some((below) => waitsIn(below, seen));
}

/** What a node of a schema is made from; undefined for a value that is none, such as a pattern. */
function definitionOf(node: object): object | undefined {
  const inner: unknown = Reflect.get(node, "_zod");
  const definition: unknown = typeof inner === "object" && inner !== null ? Reflect.get(inner, "def") : undefined;
  return typeof definition === "object" && definition !== null ? definition : undefined;
}

function isOwnCode(definition: object): boolean {
  if (Reflect.get(definition, "check") === "custom" || Reflect.get(definition, "type") === "promise") return true;
  return CODE.some((name) => typeof Reflect.get(definition, name) === "function");
}
