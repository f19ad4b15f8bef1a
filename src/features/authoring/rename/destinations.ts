/** The target of a link, picture or import, as the author wrote it. */
export interface Destination {
  start: number;
  end: number;
  text: string;
  /** True for `import` and `require`: a module may be named without its extension. */
  isModule: boolean;
}

/** Patterns of all ways to name a target. The target is the group `at`, or `bare` when it isn't in angle brackets. */
const forms: readonly { pattern: RegExp; isModule: boolean }[] = [
  // [text](destination), ![text](destination "title"): with balanced parentheses, or in angle brackets.
  { pattern: /\]\(\s*(?:<(?<at>[^<>\n]*)>|(?<bare>(?:[^\s()<>]|\([^\s()]*\))+))/dg, isModule: false },
  // [label]: destination
  { pattern: /^ {0,3}\[[^\]\n]+\]:[ \t]+(?:<(?<at>[^<>\n]*)>|(?<bare>[^\s<>]+))/dgm, isModule: false },
  { pattern: /\b(?:href|to|src|poster)=(?<quote>["'])(?<at>[^"'\n]*)\k<quote>/dg, isModule: false },
  { pattern: /^(?:import|export)\b[^;'"]*?(?<quote>["'])(?<at>[^"'\n]+)\k<quote>/dgm, isModule: true },
  { pattern: /\brequire\(\s*(?<quote>["'])(?<at>[^"'\n]+)\k<quote>/dg, isModule: true },
];

/** Finds every destination in a document, in order. Code and comments are skipped. */
export function findDestinations(source: string): Destination[] {
  const text = hideCode(source);
  const matches = forms.flatMap(({ pattern, isModule }) =>
    [...text.matchAll(pattern)].flatMap(({ indices }): Destination[] => {
      const [start, end] = indices?.groups?.at ?? indices?.groups?.bare ?? [];
      return start === undefined || end === undefined || start === end
        ? []
        : [{ start, end, text: source.slice(start, end), isModule }];
    }),
  );
  return matches.sort((a, b) => a.start - b.start);
}

/** Replaces front matter, code and comments by spaces, because what looks like a link there isn't one. */
function hideCode(source: string): string {
  const replaceWithSpaces = (text: string) => text.replace(/[^\n]/g, ' ');
  return source
    .replace(/^---\r?\n[\s\S]*?\r?\n---[ \t]*(?=\r?\n|$)/, replaceWithSpaces)
    .replace(
      /^([ \t]*(?:>[ \t]?)*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*(?:>[ \t]?)*\2[`~]*[ \t]*$|(?![\s\S]))/gm,
      replaceWithSpaces,
    )
    .replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, replaceWithSpaces)
    .replace(/<!--[\s\S]*?-->|\{\/\*[\s\S]*?\*\/\}/g, replaceWithSpaces);
}

/**
 * Replaces what `pattern` matches as its group `at` by the result of `replacement`. Text stays where the result is
 * undefined. The pattern needs the flags `d` and `g`.
 */
export function replaceMatches(
  source: string,
  pattern: RegExp,
  replacement: (text: string, start: number) => string | undefined,
): string {
  const pieces = [...source.matchAll(pattern)].flatMap(({ groups, indices }) => {
    const [start = 0, end = 0] = indices?.groups?.at ?? [];
    const by = replacement(groups?.at ?? '', start);
    return by === undefined ? [] : [{ start, end, by }];
  });
  return replacePieces(source, pieces);
}

/** Replaces pieces of a text. They must be sorted; overlapping pieces are skipped. */
export function replacePieces(
  source: string,
  pieces: readonly { start: number; end: number; by: string }[],
): string {
  let [text, at] = ['', 0];
  for (const { start, end, by } of pieces) {
    if (start < at) continue;
    text += source.slice(at, start) + by;
    at = end;
  }
  return text + source.slice(at);
}
