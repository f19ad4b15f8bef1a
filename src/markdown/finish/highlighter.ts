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

/** Languages that stand inside another one and that its grammar does not bring along. */
const embedded: Readonly<Record<string, readonly (keyof typeof bundledLanguages)[]>> = { php: ['sql'] };

const engine = createJavaScriptRegexEngine({ forgiving: true });

/**
 * One for each language, for all compilers of a thread, made when the language is met. A common one would show
 * the SQL inside of PHP only after some other document had brought the SQL grammar: a page would depend on what
 * was compiled before it.
 */
const cores = new Map<string, Promise<HighlighterCore>>();

function coreFor(grammar: keyof typeof bundledLanguages): Promise<HighlighterCore> {
  let core = cores.get(grammar);
  if (!core) {
    core = createHighlighterCore({
      themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--tk-', fontStyle: false })],
      langs: [grammar, ...(embedded[grammar] ?? [])].map((name) => bundledLanguages[name]),
      engine,
      // It advises against more than one; see above.
      warnings: false,
    });
    cores.set(grammar, core);
  }
  return core;
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
    const highlighter = await coreFor(grammar);
    const tokens = highlighter.codeToTokensBase(code, {
      lang: grammar,
      theme: THEME,
      tokenizeMaxLineLength: LINE_MAX_CHARACTERS,
      // None: on a busy machine half a block would stay without colours, and be remembered so.
      tokenizeTimeLimit: 0,
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
