/** First letters of the first and the last word of a name: `AL` for "Ada Lovelace". */
export function getInitials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word = '') => [...word].at(0)?.toLocaleUpperCase() ?? '').join('');
}
