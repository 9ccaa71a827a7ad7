/** Whether something is still to come. What is there already is not waited for: a turn has a dozen such places, and each wait costs. */
export function isPending<Value>(value: Value | Promise<Value>): value is Promise<Value> {
  return value instanceof Promise;
}
