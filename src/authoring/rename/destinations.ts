/** What a link, picture or import of a document names, as it is written there. */
export interface Destination {
  start: number;
  end: number;
  text: string;
  /** An import, or `require`: it names a module, and may leave its ending out. */
  isModule: boolean;
}

/** Each has the destination as the group `at`. */
const forms: readonly { pattern: RegExp; isModule: boolean }[] = [
  // [text](destination), ![text](destination "title"): with balanced parentheses, or in angle brackets.
  { pattern: /\]\(\s*(?:<(?<at>[^<>\n]*)>|(?<bare>(?:[^\s()<>]|\([^\s()]*\))+))/dg, isModule: false },
  // [label]: destination
  { pattern: /^ {0,3}\[[^\]\n]+\]:[ \t]+(?:<(?<at>[^<>\n]*)>|(?<bare>[^\s<>]+))/dgm, isModule: false },
  { pattern: /\b(?:href|to|src|poster)=(?<quote>["'])(?<at>[^"'\n]*)\k<quote>/dg, isModule: false },
  { pattern: /^(?:import|export)\b[^;'"]*?(?<quote>["'])(?<at>[^"'\n]+)\k<quote>/dgm, isModule: true },
  { pattern: /\brequire\(\s*(?<quote>["'])(?<at>[^"'\n]+)\k<quote>/dg, isModule: true },
];

/** Every destination of a document outside of its code, in their order. */
export function destinations(source: string): Destination[] {
  const text = withoutCode(source);
  const found = forms.flatMap(({ pattern, isModule }) =>
    [...text.matchAll(pattern)].flatMap(({ indices }): Destination[] => {
      const [start, end] = indices?.groups?.at ?? indices?.groups?.bare ?? [];
      return start === undefined || end === undefined || start === end
        ? []
        : [{ start, end, text: source.slice(start, end), isModule }];
    }),
  );
  return found.sort((a, b) => a.start - b.start);
}

/** Front matter, fences, code in lines and comments as blanks: what they show is no link. */
function withoutCode(source: string): string {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ');
  return source
    .replace(/^---\r?\n[\s\S]*?\r?\n---[ \t]*(?=\r?\n|$)/, blank)
    .replace(
      /^([ \t]*(?:>[ \t]?)*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*(?:>[ \t]?)*\2[`~]*[ \t]*$|(?![\s\S]))/gm,
      blank,
    )
    .replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, blank)
    .replace(/<!--[\s\S]*?-->|\{\/\*[\s\S]*?\*\/\}/g, blank);
}

/**
 * The text with what `pattern` has as its group `at` replaced by what that is now; nothing for what stays. With the
 * flags `dg`.
 */
export function replaceNamed(
  source: string,
  pattern: RegExp,
  now: (text: string, start: number) => string | undefined,
): string {
  const pieces = [...source.matchAll(pattern)].flatMap(({ groups, indices }) => {
    const [start = 0, end = 0] = indices?.groups?.at ?? [];
    const by = now(groups?.at ?? '', start);
    return by === undefined ? [] : [{ start, end, by }];
  });
  return replacePieces(source, pieces);
}

/** The text with some of its pieces replaced; they do not overlap. */
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
