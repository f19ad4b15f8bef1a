import { createCssVariablesTheme, createHighlighterCore, type LanguageRegistration } from '@shikijs/core';
import { createOnigurumaEngine } from '@shikijs/engine-oniguruma';
import { languageAliasNames, languageNames } from '@shikijs/langs';
import { escapeArticleHtml } from '../../shared/html.ts';
import { memoize } from '../../shared/memoize.ts';
import type { CodeSample } from '../context.ts';

const THEME = 'tokens';
/** Longer lines than this are hardly source code, and regular expressions take their time over them. */
const LINE_MAX_CHARACTERS = 2_000;
/** A page that is saved has most of its samples unchanged; the longest of our manual has 316. */
const REMEMBERED_SAMPLES = 1_000;

/** Languages that stand inside another one and that its grammar does not bring along. */
const embedded: Readonly<Record<string, readonly string[]>> = { php: ['sql'] };

/**
 * One for each language, for all compilers of a thread, made when the language is met. A common one would show
 * the SQL inside of PHP only after some other document had brought the SQL grammar: a page would depend on what
 * was compiled before it.
 */
const highlighterOf = memoize(Number.POSITIVE_INFINITY, (grammar: string) =>
  createHighlighterCore({
    themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--tk-', fontStyle: false })],
    langs: [grammar, ...(embedded[grammar] ?? [])].map(loadGrammar),
    // Translating a grammar for the runtime's own regular expressions takes longer than a usual page of samples.
    engine: createOnigurumaEngine(import('@shikijs/engine-oniguruma/wasm-inlined')),
    // It advises against more than one; see above.
    warnings: false,
  }),
);

/** Each grammar is a module of its own, which names itself and those that it needs. */
async function loadGrammar(name: string): Promise<LanguageRegistration[]> {
  const module: { default: LanguageRegistration[] } = await import(`@shikijs/langs/${name}`);
  return module.default;
}

/** Lines of code as HTML: `<span class="tk-keyword">…`. */
export const highlight = memoize(
  REMEMBERED_SAMPLES,
  async ({ code, language }: CodeSample): Promise<readonly string[]> => {
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

/** Prism's names for what Shiki calls otherwise; names that both have are not listed. */
const prismNames: Record<string, string> = {
  atom: 'xml',
  aspnet: 'razor',
  'bash-session': 'shellsession',
  batch: 'bat',
  'c++': 'cpp',
  'c#': 'csharp',
  clike: 'c',
  django: 'jinja',
  env: 'dotenv',
  'f#': 'fsharp',
  gitignore: 'ini',
  golang: 'go',
  gradle: 'groovy',
  gql: 'graphql',
  h: 'c',
  hbs: 'handlebars',
  htm: 'html',
  ignore: 'ini',
  'js-extras': 'js',
  jsonp: 'json',
  markup: 'html',
  mathml: 'xml',
  objc: 'objective-c',
  objectivec: 'objective-c',
  'php-extras': 'php',
  protobuf: 'proto',
  regex: 'regexp',
  rss: 'xml',
  'sh-session': 'shellsession',
  svg: 'xml',
  tf: 'terraform',
  vba: 'vb',
  vbnet: 'vb',
  'visual-basic': 'vb',
  webmanifest: 'json',
  文言: 'wenyan',
};

const grammars: ReadonlySet<string> = new Set([...languageNames, ...languageAliasNames]);

/** The grammar for a fence's language; `undefined` means plain text. */
function grammarOf(language: string): string | undefined {
  const name = prismNames[language] ?? language;
  return grammars.has(name) ? name : undefined;
}
