import type { Element, ElementContent, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { TextBlock } from '../article.ts';
import { isDisplayed, texOf } from './formula-text.ts';
import { stringOf } from './properties.ts';

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const silent = new Set(['script', 'style', 'template', 'svg', 'textarea']);
const blocks = new Set(
  `address article aside blockquote center dd details div dl dt figcaption figure footer form header hr li main nav ol p
  section summary table tbody td tfoot th thead tr ul`.split(/\s+/),
);

/** Neutral elements, `x-admonition` or `x-slot`, are blocks all of them. */
const isBlock = (tagName: string): boolean => blocks.has(tagName) || tagName.startsWith('x-');

/** Runs of text between block borders, a table's row as one, each under the nearest heading that has an id. */
export function collectTextBlocks(nodes: readonly RootContent[]): TextBlock[] {
  const found: TextBlock[] = [];
  let anchor = '';
  let run = '';
  const endRun = () => {
    const text = run.replace(/\s+/g, ' ').trim();
    if (text !== '') found.push({ anchor, text });
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
      anchor = stringOf(element.properties.id) ?? anchor;
    } else if (tagName === 'pre') {
      endRun();
      // What a reader copies from an example is what the next one looks for.
      const text = textOf(element).trim();
      if (text !== '') found.push({ anchor, text, code: true });
    } else if (silent.has(tagName) || isPicture(element)) {
      endRun();
    } else if (tagName === 'math') {
      if (isDisplayed(element)) endRun();
      run += texOf(element);
      if (isDisplayed(element)) endRun();
    } else if (tagName === 'tr') {
      endRun();
      run = element.children.map(textOfCell).join(' ');
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
  return found;
}

/** Made of words and boxes, and a picture to its reader: what it shows is not what the article says. */
export function isPicture({ properties }: Element): boolean {
  return properties.role === 'img';
}

function textOfCell(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element' || silent.has(node.tagName)) return '';
  if (node.tagName === 'math') return texOf(node);
  const inner = node.children.map(textOfCell).join('');
  return isBlock(node.tagName) || node.tagName === 'br' ? ` ${inner} ` : inner;
}
