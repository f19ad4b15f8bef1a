/**
 * What was worked out, up to so many times; then it starts from nothing. Readers type letter by letter: much comes
 * again. `keyOf`: the same for what is equal, where that is not the same object.
 */
export function memoize<Asked, Value>(
  most: number,
  make: (asked: Asked) => Value,
  keyOf: (asked: Asked) => unknown = (asked) => asked,
): (asked: Asked) => Value {
  const known = new Map<unknown, { value: Value }>();
  return (asked) => {
    const key = keyOf(asked);
    const kept = known.get(key);
    if (kept) return kept.value;
    const value = make(asked);
    if (known.size >= most) known.clear();
    known.set(key, { value });
    return value;
  };
}
