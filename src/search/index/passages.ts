/** A block longer than this is cut: a hit should show the reader a place, not a screen of text. */
const PASSAGE_MAX_CHARACTERS = 900;

/** Cuts a block at line ends, then sentence ends, then blanks. Most blocks come back whole. */
export function passages(text: string): string[] {
  let rest = text.trim();
  const parts: string[] = [];
  while (rest.length > PASSAGE_MAX_CHARACTERS) {
    const at = cutBefore(rest, PASSAGE_MAX_CHARACTERS);
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  if (rest !== '') parts.push(rest);
  return parts;
}

function cutBefore(text: string, limit: number): number {
  const least = limit / 2;
  const head = text.slice(0, limit);
  for (const mark of ['\n', '. ', '。', ' ']) {
    const at = head.lastIndexOf(mark);
    if (at > least) return at + mark.length;
  }
  // Never between the halves of a surrogate pair.
  return /[\uD800-\uDBFF]$/.test(head) ? limit - 1 : limit;
}
