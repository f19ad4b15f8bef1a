import type { Element } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { toString as textOf } from 'hast-util-to-string';
import { escapeArticleHtml } from '../../shared/html.ts';
import type { ArticleTexts, CodeSample, CompileContext } from '../context.ts';
import { readStyle } from '../read-style.ts';
import { type CodeInfo, findCodeElement, HIGHLIGHTED, readCodeInfo } from './code-info.ts';
import { createHtmlElement, isElement, readClasses } from './properties.ts';

/** True for `<pre data-md><code>`: a fence, or the result of `<CodeBlock>`. */
export function isCodeBlock(element: Element): boolean {
  const [code] = element.children;
  return (
    element.tagName === 'pre' &&
    'dataMd' in element.properties &&
    code?.type === 'element' &&
    code.tagName === 'code'
  );
}

/** False for a block that is empty or contains elements. It shows its contents without highlighting. */
export function isHighlighted(pre: Element): boolean {
  const [code] = pre.children;
  if (code?.type !== 'element') return false;
  return textOf(code) !== '' && code.children.every((child) => child.type === 'text');
}

/** Lays out such a block. `finish` settles its contents. */
export function layOutElements(
  pre: Element,
  texts: ArticleTexts,
  finish: (children: Element['children']) => Element['children'],
): Element {
  const code = findCodeElement(pre);
  const preElement = createHtmlElement('pre', { className: ['code-block'], tabIndex: 0 }, [
    createHtmlElement('code', {}, finish(code.children)),
  ]);
  const body = createHtmlElement('div', { className: ['code-block-body'] }, [
    preElement,
    { type: 'raw', value: drawButtons(texts) },
  ]);
  return createHtmlElement('div', { className: ['theme-code-block', ...readClasses(code)] }, [body]);
}

const numberedLines = readStyle(new URL('./numbered-lines.css', import.meta.url));
const markedLines = readStyle(new URL('./marked-lines.css', import.meta.url));

/** The rules that this HTML of a code block needs besides those of every page. */
export function listCodeStyles(html: string): string[] {
  const isNumbered = html.includes(' code-numbered"');
  const isMarked = /<span class="line[^"]* line-(?:highlighted|added|removed)/.test(html);
  return [...(isNumbered ? [numberedLines] : []), ...(isMarked ? [markedLines] : [])];
}

/** `drawnTitle` is a title with elements, whose text is the title of the block as well. */
export async function drawCodeBlock(
  pre: Element,
  { texts, code, highlight = highlightSample }: Pick<CompileContext, 'texts' | 'code' | 'highlight'>,
  drawnTitle?: Element,
): Promise<string> {
  const info = readCodeInfo(pre, code);
  const titleHtml = drawnTitle
    ? toHtml(drawnTitle.children, { allowDangerousHtml: true })
    : escapeArticleHtml(info.title ?? '');
  return layOut(info, await highlight(info), { texts, titleHtml });
}

/** Loads the highlighter with the first sample, so that documents with cached samples don't need it. */
export async function highlightSample(sample: CodeSample): Promise<readonly string[]> {
  const { highlight } = await import('./highlighter.ts');
  return highlight(sample);
}

/** Takes the title of `<CodeBlock>` out of the block, if it has elements. Everything else in the block is code. */
export function takeCodeTitle(pre: Element): Element | undefined {
  const title = pre.children.find((child) => isElement(child, 'x-code-title'));
  if (title) pre.children = pre.children.filter((child) => child !== title);
  return title;
}

interface CodeFrame {
  texts: ArticleTexts;
  titleHtml: string;
}

function layOut(info: CodeInfo, lines: readonly string[], { texts, titleHtml }: CodeFrame): string {
  const classes = [
    'theme-code-block',
    // Both spellings, as in Docusaurus, because style sheets may use either.
    ...new Set([`language-${info.writtenLanguage}`, `language-${info.language}`]),
    ...(info.firstNumber === undefined ? [] : ['code-numbered']),
  ];
  const title = titleHtml === '' ? '' : `<div class="code-block-title">${titleHtml}</div>`;
  const marks = info.language === 'diff' ? info.code.split('\n').map((line) => line[0]) : [];
  const body = lines.map((line, index) => renderLine(line, index, info, marks[index])).join('\n');
  return `<div class="${escapeArticleHtml(classes.join(' '))}">${title}<div class="code-block-body"><pre class="code-block" tabindex="0"><code>${body}</code></pre>${drawButtons(texts, title === '' ? info.language : undefined)}</div></div>`;
}

/** `mark` is the first character of a line in a diff. */
function renderLine(line: string, index: number, info: CodeInfo, mark: string | undefined): string {
  const classes = ['line'];
  const marks = info.marked[index] ?? [];
  if (marks.includes(HIGHLIGHTED)) classes.push('line-highlighted');
  classes.push(...marks);
  if (mark === '+') classes.push('line-added');
  if (mark === '-') classes.push('line-removed');
  const number = info.firstNumber === undefined ? '' : ` data-line="${info.firstNumber + index}"`;
  return `<span class="${escapeArticleHtml(classes.join(' '))}"${number}>${line}</span>`;
}

/** On touch screens, the row of the buttons shows the language where there is no title. */
function drawButtons({ wrapLines, copyCode }: ArticleTexts, language = 'text'): string {
  const label = language === 'text' ? '' : ` data-language="${escapeArticleHtml(language)}"`;
  return `<div class="code-block-buttons"${label}>${drawButton('wrap', wrapLines)}${drawButton('copy', copyCode)}</div>`;
}

function drawButton(action: string, label: string): string {
  const name = escapeArticleHtml(label);
  return `<button type="button" data-action="${action}" aria-label="${name}" title="${name}"></button>`;
}
