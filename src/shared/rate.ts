/**
 * Creates a rate limiter: a function that counts a call of a reader, and returns false if the reader has made `limit` calls
 * within `windowMs`. Counts are in memory, so each process counts for itself, which still limits every reader.
 */
export function createRate(
  limit: number,
  windowMs: number,
  now: () => number = Date.now,
): (reader: string) => boolean {
  /** Times of the calls of each reader, oldest first. */
  const timesByReader = new Map<string, number[]>();
  let sweptAt = now();
  return (reader) => {
    const time = now();
    const since = time - windowMs;
    // Not on every call: with a thousand readers that would cost more than the work itself.
    if (sweptAt <= since) {
      for (const [eachReader, times] of timesByReader)
        if ((times.at(-1) ?? 0) <= since) timesByReader.delete(eachReader);
      sweptAt = time;
    }
    const recent = timesByReader.get(reader) ?? [];
    while ((recent[0] ?? time) <= since) recent.shift();
    if (recent.length >= limit) return false;
    recent.push(time);
    timesByReader.set(reader, recent);
    return true;
  };
}
