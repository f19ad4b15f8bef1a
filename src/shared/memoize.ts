/**
 * What was worked out, up to so many times; then it starts again. Readers type letter by letter: much comes again.
 * `keyOf`: the same for what is equal, where that is not the same object.
 */
export function remember<Asked, Value>(
  most: number,
  make: (asked: Asked) => Value,
  keyOf: (asked: Asked) => unknown = (asked) => asked,
): (asked: Asked) => Value {
  const known = new Map<unknown, Value>();
  return (asked) => {
    const key = keyOf(asked);
    const kept = known.get(key);
    if (kept !== undefined || known.has(key)) return kept as Value;
    const value = make(asked);
    if (known.size >= most) known.clear();
    known.set(key, value);
    return value;
  };
}
