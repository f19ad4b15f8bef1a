/**
 * Says whether this reader may go on now, and counts it: at most so many in any such time. Kept in memory: of several
 * processes each counts for itself, which still bounds what anybody can do.
 */
export function createRate(
  most: number,
  windowMs: number,
  now: () => number = Date.now,
): (reader: string) => boolean {
  /** The oldest first. */
  const counted = new Map<string, number[]>();
  let sweptAt = now();
  return (reader) => {
    const time = now();
    const since = time - windowMs;
    // Not at each call: with a thousand readers that would cost more than the answer.
    if (sweptAt <= since) {
      for (const [other, times] of counted) if ((times.at(-1) ?? 0) <= since) counted.delete(other);
      sweptAt = time;
    }
    const recent = counted.get(reader) ?? [];
    while ((recent[0] ?? time) <= since) recent.shift();
    if (recent.length >= most) return false;
    recent.push(time);
    counted.set(reader, recent);
    return true;
  };
}
