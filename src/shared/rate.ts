/**
 * Creates a rate limiter: a function that counts a call, and returns false if the caller has made `limit` calls within
 * `windowMs`. A caller has a key, or several, such as the networks of an address: a call counts for all of them, and is
 * refused, uncounted, if it exceeds the limit of one. Counts are in memory, so each process counts for itself, which
 * still limits every caller.
 */
export function createRate(
  limit: number,
  windowMs: number,
  now: () => number = Date.now,
): (caller: string | readonly string[]) => boolean {
  /** Times of the calls of each key, oldest first. */
  const timesByKey = new Map<string, number[]>();
  let sweptAt = now();
  return (caller) => {
    const time = now();
    const since = time - windowMs;
    // Old entries aren't removed on every call: with a thousand readers that would cost more than the work itself.
    if (sweptAt <= since) {
      for (const [key, times] of timesByKey) if ((times.at(-1) ?? 0) <= since) timesByKey.delete(key);
      sweptAt = time;
    }
    const keys = typeof caller === 'string' ? [caller] : caller;
    const recentCalls = keys.map((key) => {
      const times = timesByKey.get(key) ?? [];
      while ((times[0] ?? time) <= since) times.shift();
      return { key, times };
    });
    if (recentCalls.some(({ times }) => times.length >= limit)) return false;
    for (const { key, times } of recentCalls) {
      times.push(time);
      timesByKey.set(key, times);
    }
    return true;
  };
}
