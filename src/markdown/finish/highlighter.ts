import { bundledLanguages } from 'shiki';
import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core';
import { createOnigurumaEngine } from 'shiki/engine/oniguruma';
import { escapeArticleHtml } from '../../shared/html.ts';
import { grammarOf } from './languages.ts';
import { LineTokens } from './line-tokens.ts';

const THEME = 'tokens';

/** Languages that stand inside another one and that its grammar does not bring along. */
const embedded: Readonly<Record<string, readonly (keyof typeof bundledLanguages)[]>> = { php: ['sql'] };

/**
 * One for each language, for all compilers of a thread, made when the language is met. A common one would show
 * the SQL inside of PHP only after some other document had brought the SQL grammar: a page would depend on what
 * was compiled before it.
 */
const languages = new Map<string, Promise<LineTokens>>();

function tokensOf(grammar: keyof typeof bundledLanguages): Promise<LineTokens> {
  const known = languages.get(grammar);
  if (known) return known;
  const made = createHighlighterCore({
    themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--tk-', fontStyle: false })],
    langs: [grammar, ...(embedded[grammar] ?? [])].map((name) => bundledLanguages[name]),
    // Translating a grammar for the runtime's own regular expressions takes longer than a usual page of samples.
    engine: createOnigurumaEngine(import('shiki/wasm')),
    // It advises against more than one; see above.
    warnings: false,
  }).then((core) => new LineTokens(core, { lang: grammar, theme: THEME }, lineHtml));
  languages.set(grammar, made);
  return made;
}

/** Lines of code as HTML: `<span class="tk-keyword">…`. */
export async function highlight(code: string, language: string): Promise<string[]> {
  const grammar = grammarOf(language);
  return grammar ? (await tokensOf(grammar)).highlight(code) : code.split('\n').map(escapeArticleHtml);
}

function lineHtml(line: readonly { content: string; color?: string }[]): string {
  let html = '';
  let open = '';
  let text = '';
  const close = () => {
    if (text !== '')
      html +=
        open === '' ? escapeArticleHtml(text) : `<span class="tk-${open}">${escapeArticleHtml(text)}</span>`;
    text = '';
  };
  for (const { content, color } of line) {
    const name = tokenName(color);
    // White space looks the same in every colour, so it never starts a new piece.
    if (name !== open && content.trim() !== '') {
      close();
      open = name;
    }
    text += content;
  }
  close();
  return html;
}

/** `var(--tk-token-keyword)` → `keyword`; plain text has no name. */
function tokenName(color: string | undefined): string {
  return /^var\(--tk-token-([a-z-]+)\)$/.exec(color ?? '')?.[1] ?? '';
}
