/** A person answers a page now and then; more than this is a program, or a stuck key. */
const ANSWERS_MAX = 20;
const WINDOW_MS = 60_000;

/**
 * Says whether this reader may answer now, and counts it. Kept in memory: of several processes each counts for
 * itself, which still bounds what anybody can write.
 */
export function createAnswerRate(now: () => number = Date.now): (reader: string) => boolean {
  const answers = new Map<string, number[]>();
  return (reader) => {
    const since = now() - WINDOW_MS;
    for (const [other, times] of answers) if ((times.at(-1) ?? 0) <= since) answers.delete(other);
    const recent = (answers.get(reader) ?? []).filter((time) => time > since);
    if (recent.length >= ANSWERS_MAX) return false;
    answers.set(reader, [...recent, now()]);
    return true;
  };
}
