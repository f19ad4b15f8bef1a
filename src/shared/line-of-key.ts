/**
 * Finds the 1-based line of a key in YAML, JSON, JavaScript or TypeScript: the first one that isn't indented, else the
 * first one. A good guess that needs no parser.
 */
export function findLineOfKey(text: string, key: string): number | undefined {
  const name = `(["'\`]?)${key.replace(/\W/g, '\\$&')}\\1\\s*:`;
  return findLine(text, new RegExp(`^${name}`)) ?? findLine(text, new RegExp(`[\\s{,]${name}`));
}

/** The 1-based lines of all keys that aren't indented, for files whose keys are all looked up. */
export function findLinesOfKeys(text: string): ReadonlyMap<string, number> {
  const keys = text
    .split(/\r?\n/)
    .map((line, index) => [/^(["'`]?)(\S.*?)\1\s*:(?:\s|$)/.exec(line)?.[2] ?? '', index + 1] as const);
  // The list is reversed, so that the first of two equal keys wins.
  return new Map(keys.toReversed());
}

/** Finds the 1-based line where a text is first written in quotes, else where it is a key. */
export function findLineOfText(text: string, words: string): number | undefined {
  return (
    findLine(text, new RegExp(`(["'\`])${words.replace(/\W/g, '\\$&')}\\1`)) ?? findLineOfKey(text, words)
  );
}

function findLine(text: string, pattern: RegExp): number | undefined {
  const index = text.split(/\r?\n/).findIndex((line) => pattern.test(line));
  return index === -1 ? undefined : index + 1;
}
