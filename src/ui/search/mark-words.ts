import * as texts from 'virtual:site/texts';
import { unescapeHtml } from '../../shared/unescape-html.ts';
import { adoptStyle } from '../adopt-style.ts';
import { announce } from '../shell/announcer.tsx';
import style from './mark-words.css?inline';

const HIGHLIGHT = 'search-words';
/** Maximum number of marks on a page. More would slow it down. */
const MAX_MARKS = 1_000;
/** Scripts without spaces between words, in which a match can begin anywhere. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

let stop: AbortController | undefined;

/**
 * Marks what a search matched on the page that a hit opens, until the reader presses Escape or goes on to another page.
 * The marks are the browser's own highlights: the page, its address and what is copied from it stay as they are.
 *
 * @param url The address of the hit, absolute or not.
 * @param words What the hit shows as matched: words or their beginnings.
 */
export function markOnArrival(url: string, words: readonly string[]): void {
  clearMarks();
  if (words.length === 0 || !('highlights' in CSS) || !('navigation' in window)) return;
  const { pathname } = new URL(url, location.href);
  const isThere = () => location.pathname === pathname;
  // The page may be shown before this module is loaded. During a navigation, its address may already be that of the
  // hit while its content is still that of the previous page.
  if (isThere() && navigation.transition === null) markWords(words);
  else navigation.addEventListener('navigatesuccess', () => isThere() && markWords(words), { once: true });
}

/** Marks words for a click on a result of the search page, which may have opened its page by now. */
export function markOpenedHit(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  markOnArrival(link.href, listMatchedWords([link.innerHTML]));
}

/**
 * Lists the matched words in the HTML of the parts of a result, where nothing is inside a `<mark>` but text. Marks
 * without anything between them are one word: the search reads 文档 as 文 and 档. A mark that begins inside a word, such as
 * `Water` in `boilWater`, means the word up to its end.
 */
export function listMatchedWords(parts: readonly (string | undefined)[]): string[] {
  const marks = parts.flatMap((html = '') => [
    ...html.replaceAll('</mark><mark>', '').matchAll(/([\p{L}\p{N}\p{M}]*)<mark>(.*?)<\/mark>/gsu),
  ]);
  const words = marks.map(([, before = '', word = '']) =>
    UNSPACED.test(before + word) ? unescapeHtml(word) : before + unescapeHtml(word),
  );
  return [...new Set(words)];
}

function markWords(words: readonly string[]): void {
  const ranges = [...findRanges(words)];
  if (ranges.length === 0) return;
  adoptStyle(style);
  CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges));
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'clear-marks';
  button.textContent = texts.clearMarks;
  document.body.append(button);
  announce(texts.clearMarks);
  stop = new AbortController();
  const { signal } = stop;
  button.addEventListener('click', clearMarks, { signal });
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Escape' && document.querySelector('dialog[open]') === null) clearMarks();
    },
    { signal },
  );
  const { pathname } = location;
  navigation.addEventListener(
    'navigatesuccess',
    () => {
      if (location.pathname !== pathname) clearMarks();
    },
    { signal },
  );
  signal.addEventListener('abort', () => button.remove());
}

function clearMarks(): void {
  stop?.abort();
  stop = undefined;
  if ('highlights' in CSS) CSS.highlights.delete(HIGHLIGHT);
}

function* findRanges(words: readonly string[]): Generator<Range> {
  const pattern = createWordPattern(words);
  const content = document.querySelector('main article') ?? document.querySelector('main');
  if (!content) return;
  let count = 0;
  for (const nodes of listTexts(content)) {
    const text = nodes.map(({ data }) => data).join('');
    for (const match of text.matchAll(pattern)) {
      const range = new Range();
      range.setStart(...findPlace(nodes, match.index, 'start'));
      range.setEnd(...findPlace(nodes, match.index + match[0].length, 'end'));
      yield range;
      count += 1;
      if (count === MAX_MARKS) return;
    }
  }
}

/** Lists the texts of a page. Each is in one block, and may be in several nodes: a word can be partly emphasized. */
function* listTexts(content: Element): Generator<Text[]> {
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const blocks = new Map<Element, Element>();
  const findBlock = (element: Element): Element => {
    const isInline = /^(?:inline$|contents$|ruby)/.test(getComputedStyle(element).display);
    const block =
      blocks.get(element) ??
      (isInline && element.parentElement && element !== content ? findBlock(element.parentElement) : element);
    blocks.set(element, block);
    return block;
  };
  let nodes: Text[] = [];
  let currentBlock: Element | undefined;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const isBreak = node instanceof Element && /^(?:br|hr|img|input|svg|video)$/i.test(node.tagName);
    const block = node instanceof Text && node.parentElement ? findBlock(node.parentElement) : undefined;
    if (nodes.length > 0 && (isBreak || (block && block !== currentBlock))) {
      yield nodes;
      nodes = [];
    }
    if (!(node instanceof Text) || node.parentElement?.closest('button, form, .hash-link')) continue;
    nodes.push(node);
    currentBlock = block;
  }
  if (nodes.length > 0) yield nodes;
}

/** Finds the node of a position in the text of several nodes. The end of a word is in the node of its last letter. */
function findPlace(nodes: readonly Text[], position: number, edge: 'start' | 'end'): [Text, number] {
  let offset = position;
  const node = nodes.find(({ length }) => {
    if (edge === 'start' ? offset < length : offset <= length) return true;
    offset -= length;
    return false;
  });
  if (node === undefined) throw new Error('The position is behind the end of the text.');
  return [node, offset];
}

/**
 * Finds these words, and words that begin with them. Longer words come first, so that `Gateways` is marked to its end.
 */
export function createWordPattern(words: readonly string[]): RegExp {
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map(writePattern).join('|'), 'giu');
}

/** A page may write the same letter in two Unicode forms. */
function writePattern(word: string): string {
  const forms = new Set([word, word.normalize('NFC'), word.normalize('NFD')]);
  return [...forms].map(writePatternOfForm).join('|');
}

function writePatternOfForm(word: string): string {
  const escapedWord = word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  if (UNSPACED.test(word)) return escapedWord;
  // A single letter, such as the last one of "don't", would mark every word that begins with it.
  const end = /^\p{L}$/u.test(word) ? '(?![\\p{L}\\p{N}\\p{M}])' : '';
  return `(?<![\\p{L}\\p{N}\\p{M}])${escapedWord}${end}`;
}
