import type { Element } from 'hast';
import { toCanonicalText } from '../../shared/canonical-text.ts';
import { escapeArticleHtml } from '../../shared/html.ts';
import type { Heading } from '../article.ts';
import type { ArticleTexts } from '../context.ts';
import { extractReadableText } from './formula-text.ts';
import { takeProperty } from './properties.ts';

const levels = new Map(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name, index) => [name, index + 1]));

/** Creates the entry of a heading without its text. Undefined for other elements. */
export function startHeading(
  node: Element,
  id: string | undefined,
  inside: Heading['inside'],
): Heading | undefined {
  const level = levels.get(node.tagName);
  return level === undefined ? undefined : { id: id ?? null, level, text: '', ...(inside && { inside }) };
}

/** Reads the text once the contents are settled, and adds a link to headings from Markdown. */
export function finishHeading(node: Element, heading: Heading, texts: ArticleTexts): void {
  heading.text = extractReadableText(node).replace(/\s+/g, ' ').trim();
  if (takeProperty(node, 'dataMd') === undefined || heading.id === null || heading.level === 1) return;
  const label = escapeArticleHtml(texts.directLink.replace('{heading}', () => heading.text));
  const address = escapeArticleHtml(encodeURIComponent(heading.id));
  node.children.push({
    type: 'raw',
    value: `<a class="hash-link" href="#${address}" aria-label="${label}" title="${label}"></a>`,
  });
}

/** Settles the id of an element. An h1 from Markdown has none, and an empty id is removed. */
export function settleId(node: Element): string | undefined {
  const { id } = node.properties;
  const none = id === '' || (node.tagName === 'h1' && 'dataMd' in node.properties);
  if (none) delete node.properties.id;
  if (none || id === undefined || id === null) return undefined;
  // Links use the canonical form, and browsers compare character by character.
  const canonicalId = toCanonicalText(String(id));
  node.properties.id = canonicalId;
  return canonicalId;
}
