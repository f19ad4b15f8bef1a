/**
 * Remembers up to `maxEntries` results of a function, then starts again with none. Useful for search, because readers
 * type letter by letter. Inputs that are equal but not the same object need a `keyOf` that returns the same key for them.
 */
export function memoize<Input, Value>(
  maxEntries: number,
  compute: (input: Input) => Value,
  keyOf: (input: Input) => unknown = (input) => input,
): (input: Input) => Value {
  const values = new Map<unknown, Value>();
  return (input) => {
    const key = keyOf(input);
    const knownValue = values.get(key);
    // Undefined may be a result, too.
    if (knownValue !== undefined || values.has(key)) return knownValue as Value;
    const value = compute(input);
    if (values.size >= maxEntries) values.clear();
    values.set(key, value);
    return value;
  };
}
