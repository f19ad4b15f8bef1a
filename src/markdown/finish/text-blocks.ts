import type { Element, ElementContent, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { CELL_BORDER, type TextBlock } from '../article.ts';
import { isDisplayed, readTex } from './formula-text.ts';
import { readClasses, toText } from './properties.ts';

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const silentTags = new Set(['script', 'style', 'template', 'svg', 'textarea']);
const blockTags = new Set(
  `address article aside blockquote center dd details div dl dt figcaption figure footer form header hr li main nav ol p
  section summary table tbody td tfoot th thead tr ul`.split(/\s+/),
);

const hasText = (text: string): boolean => text.trim() !== '';

/** Neutral elements such as `x-admonition` and `x-slot` are blocks. */
const isBlock = (tagName: string): boolean => blockTags.has(tagName) || tagName.startsWith('x-');

/**
 * Collects text between block borders for search. A table row is one text. Each belongs to the nearest heading with an
 * id.
 */
export function collectTextBlocks(nodes: readonly RootContent[]): TextBlock[] {
  const textBlocks: TextBlock[] = [];
  let anchor = '';
  let run = '';
  const endRun = () => {
    const text = run.replace(/\s+/g, ' ').trim();
    if (text !== '') textBlocks.push({ anchor, text });
    run = '';
  };
  const walk = (children: readonly (RootContent | ElementContent)[]) => {
    for (const node of children) {
      if (node.type === 'text') run += node.value;
      else if (node.type === 'element') walkElement(node);
    }
  };
  const walkElement = (element: Element) => {
    const { tagName } = element;
    if (headings.has(tagName)) {
      endRun();
      anchor = toText(element.properties.id) ?? anchor;
    } else if (tagName === 'pre') {
      endRun();
      // Readers often search for what they would copy from an example.
      const text = textOf(element).trim();
      if (text !== '') textBlocks.push({ anchor, text, code: true });
    } else if (silentTags.has(tagName) || isPicture(element) || isBackReference(element) || isHint(element)) {
      endRun();
    } else if (tagName === 'math') {
      if (isDisplayed(element)) endRun();
      run += readTex(element);
      if (isDisplayed(element)) endRun();
    } else if (tagName === 'tr') {
      endRun();
      run = element.children.map(readCellText).filter(hasText).join(CELL_BORDER);
      endRun();
    } else if (isBlock(tagName)) {
      endRun();
      walk(element.children);
      endRun();
    } else {
      if (tagName === 'br') run += ' ';
      walk(element.children);
    }
  };
  walk(nodes);
  endRun();
  return textBlocks;
}

/** The arrow after a footnote that leads back to the text. */
function isBackReference({ properties }: Element): boolean {
  return properties.dataFootnoteBackref !== undefined;
}

/** The explanation of a term, which is only shown beside the term. A glossary has it as text. */
export function isHint(element: Element): boolean {
  return readClasses(element).includes('md-hint');
}

/** True for drawings made of elements. Their text isn't text of the article. */
export function isPicture({ properties }: Element): boolean {
  return properties.role === 'img';
}

function readCellText(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element' || silentTags.has(node.tagName)) return '';
  if (node.tagName === 'math') return readTex(node);
  const inner = node.children.map(readCellText).join('');
  return isBlock(node.tagName) || node.tagName === 'br' ? ` ${inner} ` : inner;
}
