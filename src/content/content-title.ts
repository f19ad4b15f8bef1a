const ATX_TITLE = /^#[ \t]+(?<text>[^ \t].*)(?=\r?\n|$)/;
const UNDERLINED_TITLE = /^(?<text>.*)\r?\n=+(?=\r?\n|$)/;
const CLOSING_ID_OR_SIGNS = /\s*(?:\{#*[\w-]+\}|#+)$/;

/**
 * The title that the content itself begins with: a level 1 heading, after nothing but import statements.
 * It stays raw Markdown, less the backticks of inline code.
 */
export function contentTitle(body: string): string | undefined {
  const text = withoutLeadingImports(body.trim()).trim();
  const atx = ATX_TITLE.exec(text)?.groups?.text;
  const raw =
    atx === undefined
      ? UNDERLINED_TITLE.exec(text)
          ?.groups?.text?.trim()
          .replace(/\s*=+$/, '')
      : atx.trim().replace(CLOSING_ID_OR_SIGNS, '');
  return raw?.replace(/`([^`]*)`/g, '$1').trim();
}

/** Paragraphs that start with `import`, as long as they stand first and a blank line ends them. */
function withoutLeadingImports(text: string): string {
  let rest = text;
  while (/^import\s/.test(rest)) {
    const blank = /(?:\r?\n){2,}/.exec(rest);
    if (!blank) return rest;
    rest = rest.slice(blank.index + blank[0].length);
  }
  return rest;
}
