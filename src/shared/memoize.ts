/** What was worked out, up to so many times; then it starts from nothing. Readers type letter by letter: much comes again. */
export function memoize<Key, Value>(most: number, make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, { value: Value }>();
  return (key) => {
    const kept = known.get(key);
    if (kept) return kept.value;
    const value = make(key);
    if (known.size >= most) known.clear();
    known.set(key, { value });
    return value;
  };
}
