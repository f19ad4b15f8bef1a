import { bundledLanguages } from 'shiki';
import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { escapeHtml } from '../escape-html.ts';
import { grammarOf } from './languages.ts';

const THEME = 'tokens';
/** Blocks remembered for each worker: pages of one site repeat their samples. */
const REMEMBERED_BLOCKS = 500;
/** Longer lines than this are hardly source code, and regular expressions take their time over them. */
const LINE_MAX_CHARACTERS = 2_000;

/** Grammars are many and large: one set for all compilers of a thread, each grammar loaded when it is met. */
let core: Promise<HighlighterCore> | undefined;

function startCore(): Promise<HighlighterCore> {
  return createHighlighterCore({
    themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--tk-', fontStyle: false })],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
}

/** Lines of code as HTML: `<span class="tk-keyword">…`. */
export class Highlighter {
  readonly #remembered = new Map<string, string[]>();

  async highlight(code: string, language: string): Promise<string[]> {
    const key = `${language}\n${code}`;
    const known = this.#remembered.get(key);
    if (known) return known;
    const lines = await this.#tokens(code, language);
    if (this.#remembered.size >= REMEMBERED_BLOCKS)
      this.#remembered.delete(this.#remembered.keys().next().value ?? '');
    this.#remembered.set(key, lines);
    return lines;
  }

  async #tokens(code: string, language: string): Promise<string[]> {
    const grammar = grammarOf(language);
    if (!grammar) return code.split('\n').map(escapeHtml);
    core ??= startCore();
    const highlighter = await core;
    if (!highlighter.getLoadedLanguages().includes(grammar))
      await highlighter.loadLanguage(bundledLanguages[grammar]);
    const tokens = highlighter.codeToTokensBase(code, {
      lang: grammar,
      theme: THEME,
      tokenizeMaxLineLength: LINE_MAX_CHARACTERS,
    });
    return tokens.map((line) => lineHtml(line));
  }
}

function lineHtml(line: readonly { content: string; color?: string }[]): string {
  let html = '';
  let open = '';
  let text = '';
  const close = () => {
    if (text !== '')
      html += open === '' ? escapeHtml(text) : `<span class="tk-${open}">${escapeHtml(text)}</span>`;
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
