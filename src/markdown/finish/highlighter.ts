import { createCssVariablesTheme, createHighlighterCore, type LanguageRegistration } from '@shikijs/core';
import { createOnigurumaEngine } from '@shikijs/engine-oniguruma';
import { languageAliasNames, languageNames } from '@shikijs/langs';
import { escapeArticleHtml } from '../../shared/html.ts';
import { memoize } from '../../shared/memoize.ts';
import type { CodeSample } from '../context.ts';

const THEME = 'tokens';
/** Longer lines are hardly source code, and regular expressions are slow on them. */
const LINE_MAX_CHARACTERS = 2_000;
/** Most code samples of a saved page are unchanged. The longest page of our manual has 316. */
const REMEMBERED_SAMPLES = 1_000;

/** Languages that appear inside another one whose grammar doesn't include them. */
const embedded: Readonly<Record<string, readonly string[]>> = { php: ['sql'] };

/**
 * One highlighter per language, shared by all compilers of a thread and created on first use. With a common
 * highlighter, SQL inside PHP would only be highlighted after another document had loaded the SQL grammar, so a page
 * would depend on what was compiled before it.
 */
const createHighlighter = memoize(Number.POSITIVE_INFINITY, (grammar: string) =>
  createHighlighterCore({
    themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--tk-', fontStyle: false })],
    langs: [grammar, ...(embedded[grammar] ?? [])].map(loadGrammar),
    // Converting a grammar to JavaScript regular expressions takes longer than highlighting a usual page.
    engine: createOnigurumaEngine(import('@shikijs/engine-oniguruma/wasm-inlined')),
    // Shiki warns about several instances. See above for why we need them.
    warnings: false,
  }),
);

/** Each grammar is a module that lists itself and the grammars that it needs. */
async function loadGrammar(name: string): Promise<LanguageRegistration[]> {
  const module: { default: LanguageRegistration[] } = await import(`@shikijs/langs/${name}`);
  return module.default;
}

/** Highlights code. Returns lines of HTML: `<span class="tk-keyword">…`. */
export const highlight = memoize(
  REMEMBERED_SAMPLES,
  async ({ code, language }: CodeSample): Promise<readonly string[]> => {
    const lang = findGrammar(language);
    if (!lang) return code.split('\n').map(escapeArticleHtml);
    const highlighter = await createHighlighter(lang);
    const lines = highlighter.codeToTokensBase(code, {
      lang,
      theme: THEME,
      tokenizeMaxLineLength: LINE_MAX_CHARACTERS,
      // No limit. On a busy machine, half of a block would stay plain and be cached like that.
      tokenizeTimeLimit: 0,
    });
    return lines.map(renderLine);
  },
  ({ code, language }) => `${language}\n${code}`,
);

function renderLine(line: readonly { content: string; color?: string }[]): string {
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
    const name = nameToken(color);
    // Whitespace looks the same in every colour, so it doesn't start a new span.
    if (name !== open && content.trim() !== '') {
      close();
      open = name;
    }
    text += content;
  }
  close();
  return html;
}

/** `var(--tk-token-keyword)` → `keyword`. Plain text has no name. */
function nameToken(color: string | undefined): string {
  return /^var\(--tk-token-([a-z-]+)\)$/.exec(color ?? '')?.[1] ?? '';
}

/** Prism's names for languages that Shiki names differently. */
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

/** Finds the grammar for the language of a fence. Undefined means plain text. */
function findGrammar(language: string): string | undefined {
  const name = prismNames[language] ?? language;
  return grammars.has(name) ? name : undefined;
}
