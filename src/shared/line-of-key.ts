/**
 * Line (1-based) where a key is first written in YAML, JSON, JavaScript or TypeScript; one that is not indented goes
 * first. A good guess, which costs no parser.
 */
export function lineOfKey(text: string, key: string): number | undefined {
  const name = `(["'\`]?)${key.replace(/\W/g, '\\$&')}\\1\\s*:`;
  return lineThatHas(text, new RegExp(`^${name}`)) ?? lineThatHas(text, new RegExp(`[\\s{,]${name}`));
}

/** Lines (1-based) of the keys that are not indented: for a file of which every key is asked for. */
export function linesOfKeys(text: string): ReadonlyMap<string, number> {
  const keys = text
    .split(/\r?\n/)
    .map((line, at) => [/^(["'`]?)(\S.*?)\1\s*:(?:\s|$)/.exec(line)?.[2] ?? '', at + 1] as const);
  // The first of two stays.
  return new Map(keys.toReversed());
}

/** Line where a text is first written in quotes, else where it is a key. */
export function lineOfText(text: string, words: string): number | undefined {
  return (
    lineThatHas(text, new RegExp(`(["'\`])${words.replace(/\W/g, '\\$&')}\\1`)) ?? lineOfKey(text, words)
  );
}

function lineThatHas(text: string, pattern: RegExp): number | undefined {
  const at = text.split(/\r?\n/).findIndex((line) => pattern.test(line));
  return at === -1 ? undefined : at + 1;
}
