import { bundledLanguages } from 'shiki';
import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createOnigurumaEngine } from 'shiki/engine/oniguruma';
import { escapeArticleHtml } from '../../shared/html.ts';
import { remember } from '../../shared/memoize.ts';
import { grammarOf } from './languages.ts';

const THEME = 'tokens';
/** Longer lines than this are hardly source code, and regular expressions take their time over them. */
const LINE_MAX_CHARACTERS = 2_000;
/** A page that is saved has most of its samples unchanged; the longest of our manual has 316. */
const REMEMBERED_SAMPLES = 1_000;

/** Languages that stand inside another one and that its grammar does not bring along. */
const embedded: Readonly<Record<string, readonly (keyof typeof bundledLanguages)[]>> = { php: ['sql'] };

/**
 * One for each language, for all compilers of a thread, made when the language is met. A common one would show
 * the SQL inside of PHP only after some other document had brought the SQL grammar: a page would depend on what
 * was compiled before it.
 */
const highlighters = new Map<string, Promise<HighlighterCore>>();

function highlighterOf(grammar: keyof typeof bundledLanguages): Promise<HighlighterCore> {
  const known = highlighters.get(grammar);
  if (known) return known;
  const made = createHighlighterCore({
    themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--tk-', fontStyle: false })],
    langs: [grammar, ...(embedded[grammar] ?? [])].map((name) => bundledLanguages[name]),
    // Translating a grammar for the runtime's own regular expressions takes longer than a usual page of samples.
    engine: createOnigurumaEngine(import('shiki/wasm')),
    // It advises against more than one; see above.
    warnings: false,
  });
  highlighters.set(grammar, made);
  return made;
}

/** Lines of code as HTML: `<span class="tk-keyword">…`. */
export const highlight = remember(
  REMEMBERED_SAMPLES,
  async ({ code, language }: { code: string; language: string }): Promise<readonly string[]> => {
    const lang = grammarOf(language);
    if (!lang) return code.split('\n').map(escapeArticleHtml);
    const highlighter = await highlighterOf(lang);
    const lines = highlighter.codeToTokensBase(code, {
      lang,
      theme: THEME,
      tokenizeMaxLineLength: LINE_MAX_CHARACTERS,
      // None: on a busy machine half a block would stay without colours, and be remembered so.
      tokenizeTimeLimit: 0,
    });
    return lines.map(lineHtml);
  },
  ({ code, language }) => `${language}\n${code}`,
);

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
