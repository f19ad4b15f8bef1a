const ATX_TITLE = /^#[ \t]+(?<text>[^ \t].*)(?=\r?\n|$)/;
const UNDERLINED_TITLE = /^(?<text>.*)\r?\n=+(?=\r?\n|$)/;
const CLOSING_ID_OR_SIGNS = /\s*(?:\{#*[\w-]+\}|#+)$/;

/**
 * Removes everything that may be inside an `<Audience>` part, from the first tag to the last one, because titles and
 * excerpts are shown to all readers of the page. It doesn't distinguish tags from code, which would be error-prone.
 */
export function removeParts(body: string): string {
  const start = body.search(/<[\s/]*Audience\b/);
  if (start === -1) return body;
  const end = /^[\s\S]*<\s*\/\s*Audience\s*>/.exec(body)?.[0].length ?? body.length;
  return `${body.slice(0, start)}\n\n${body.slice(Math.max(start, end))}`;
}

/**
 * Finds the title that the content starts with: a level 1 heading, after import statements at most. It's still
 * Markdown, without the backticks of inline code.
 */
export function findContentTitle(body: string): string | undefined {
  const text = removeLeadingImports(body.trim()).trim();
  const atx = ATX_TITLE.exec(text)?.groups?.text;
  const raw =
    atx === undefined
      ? UNDERLINED_TITLE.exec(text)
          ?.groups?.text?.trim()
          .replace(/\s*=+$/, '')
      : atx.trim().replace(CLOSING_ID_OR_SIGNS, '');
  return raw?.replace(/`([^`]*)`/g, '$1').trim();
}

/** Removes paragraphs at the start that begin with `import` and end with an empty line. */
function removeLeadingImports(text: string): string {
  let rest = text;
  while (/^import\s/.test(rest)) {
    const blank = /(?:\r?\n){2,}/.exec(rest);
    if (!blank) return rest;
    rest = rest.slice(blank.index + blank[0].length);
  }
  return rest;
}

/**
 * The steps with which Docusaurus turns a line of source into a description, in this order. It takes the first line
 * that isn't empty afterwards. The steps look at one line at a time and don't parse Markdown, which is why a comment
 * loses its asterisks and keeps its slashes. Readers see these texts in search results, so we keep them.
 */
const CLEANING: readonly (readonly [what: RegExp, by: string])[] = [
  // tags
  [/<[^>]*>/g, ''],
  // a level 1 heading, up to the next number sign
  [/^#[^#]+#?/, ''],
  // the signs of other headings
  [/^#{1,6}\s*#{0,6}/, ''],
  // emphasis, also within words
  [/([*_]{1,3})(.*?)\1/g, '$2'],
  // strike-through
  [/~~(\S.*\S)~~/g, '$1'],
  // images give their alternative text
  [/!\[(.*?)\][[(].*?[\])]/g, '$1'],
  // footnotes and their texts
  [/\[\^.+?\](?:: .*$)?/g, ''],
  // links give their text
  [/\[(.*?)\][[(].*?[\])]/g, '$1'],
  // inline code
  [/`(.+?)`/g, '$1'],
  // a quote's sign
  [/^\s{0,3}>\s?/, ''],
  // admonition lines
  [/:::.*/, ''],
  // emoji names such as :smile:
  [/\s?:(?:::|[^:\n])+:/g, ''],
  // a heading's own id
  [/\{#*[\w-]+\}/, ''],
];

/** Finds the description of a document that has none in its front matter. */
export function findExcerpt(body: string): string | undefined {
  const lines = body
    .trim()
    .replace(/^[^\n]*\n=+/, '')
    .split(/\r?\n/);
  /** Number of backticks of the open fence. */
  let fence = 0;
  let isInImport = false;
  for (const line of lines) {
    const text = line.trim();
    if (text === '') {
      isInImport = false;
      continue;
    }
    if (fence === 0 && (isInImport || /^(?:import|export)\s/.test(line))) {
      isInImport = true;
      continue;
    }
    const ticks = /^`{3,}/.exec(text)?.[0].length ?? 0;
    if (ticks > 0) {
      if (fence === 0) fence = ticks;
      else if (ticks >= fence) fence = 0;
      continue;
    }
    if (fence > 0) continue;
    const cleanedLine = CLEANING.reduce((rest, [what, by]) => rest.replace(what, by), line).trim();
    if (cleanedLine) return cleanedLine;
  }
  return undefined;
}
