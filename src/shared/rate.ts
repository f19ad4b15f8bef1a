/**
 * Says whether this reader may go on now, and counts it: at most so many in any such time. Kept in memory: of several
 * processes each counts for itself, which still bounds what anybody can do.
 */
export function createRate(
  most: number,
  windowMs: number,
  now: () => number = Date.now,
): (reader: string) => boolean {
  const counted = new Map<string, number[]>();
  return (reader) => {
    const since = now() - windowMs;
    for (const [other, times] of counted) if ((times.at(-1) ?? 0) <= since) counted.delete(other);
    const recent = (counted.get(reader) ?? []).filter((time) => time > since);
    if (recent.length >= most) return false;
    counted.set(reader, [...recent, now()]);
    return true;
  };
}
