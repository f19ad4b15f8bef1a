/** What was worked out for a key, up to so many keys; then it starts anew. Readers type letter by letter: much comes again. */
export function remember<Key, Value>(most: number, make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const kept = known.get(key);
    if (kept !== undefined || known.has(key)) return kept as Value;
    const value = make(key);
    if (known.size >= most) known.clear();
    known.set(key, value);
    return value;
  };
}
