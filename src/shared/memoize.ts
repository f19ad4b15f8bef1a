/**
 * What was worked out, up to so many times; then it starts from nothing. Readers type letter by letter: much comes
 * again. `keyOf`: the same for what is equal, where that is not the same object.
 */
export function memoize<Input, Value>(
  most: number,
  make: (input: Input) => Value,
  keyOf: (input: Input) => unknown = (input) => input,
): (input: Input) => Value {
  const known = new Map<unknown, { value: Value }>();
  return (input) => {
    const key = keyOf(input);
    const kept = known.get(key);
    if (kept) return kept.value;
    const value = make(input);
    if (known.size >= most) known.clear();
    known.set(key, { value });
    return value;
  };
}
