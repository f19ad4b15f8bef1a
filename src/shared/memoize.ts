/**
 * Remembers up to `maxEntries` results of a function, then starts again with none. Useful for search, because readers
 * type letter by letter. Inputs that are equal but not the same object need a `keyOf` that returns the same key for them.
 */
export function memoize<Input, Value>(
  maxEntries: number,
  compute: (input: Input) => Value,
  keyOf: (input: Input) => unknown = (input) => input,
): (input: Input) => Value {
  const entries = new Map<unknown, { value: Value }>();
  return (input) => {
    const key = keyOf(input);
    const entry = entries.get(key);
    if (entry) return entry.value;
    const value = compute(input);
    if (entries.size >= maxEntries) entries.clear();
    entries.set(key, { value });
    return value;
  };
}
