import type { Element, ElementContent } from 'hast';
import { isAdmonitionType } from '../../model/admonition-types.ts';
import { countText } from '../../shared/count-text.ts';
import type { ArticleCard, ArticleTexts } from '../context.ts';
import { addClass, createHtmlElement, createHtmlText, isElement, takeProperty } from './properties.ts';

/**
 * Lays out `<x-admonition>`. A type of the site's own, such as `recipe`, looks like `info` and keeps a class of its own
 * (`theme-admonition-recipe`), which the site's styles may use. A component can say how its type looks (`data-look`).
 * Without a title, the title of the look is used, unless the component wants no heading (`data-plain`).
 */
export function layOutAdmonition(admonition: Element, texts: ArticleTexts): void {
  const requestedType = takeProperty(admonition, 'dataType') ?? 'note';
  const requestedLook = takeProperty(admonition, 'dataLook') ?? requestedType;
  const type = isAdmonitionType(requestedLook) ? requestedLook : 'info';
  const isPlain = takeProperty(admonition, 'dataPlain') !== undefined;
  const title = readTitle(admonition, takeProperty(admonition, 'dataTitle')) ?? [
    createHtmlText(texts[`${type}Title`]),
  ];
  const ownIcon = admonition.children.find(isIcon);
  const icon = ownIcon
    ? createHtmlElement('span', { className: ['admonition-own-icon'] }, ownIcon.children)
    : createHtmlElement('span', { className: ['admonition-icon'], ariaHidden: 'true' });
  const content = admonition.children.filter((child) => !isTitle(child) && !isIcon(child));
  admonition.tagName = 'div';
  const typeClasses = [...new Set([requestedType, type])].map((item) => `theme-admonition-${item}`);
  addClass(admonition, 'theme-admonition', ...typeClasses, 'admonition');
  admonition.children = [
    ...(isPlain ? [] : [createHtmlElement('div', { className: ['admonition-heading'] }, [icon, ...title])]),
    createHtmlElement('div', { className: ['admonition-content'] }, content),
  ];
}

function readTitle(admonition: Element, titleText: string | undefined): ElementContent[] | undefined {
  if (titleText !== undefined) return [createHtmlText(titleText)];
  const title = admonition.children.find(isTitle);
  return title && title.children.length > 0 ? title.children : undefined;
}

export const isTitle = (node: ElementContent) => isElement(node, 'x-admonition-title');
export const isIcon = (node: ElementContent) => isElement(node, 'x-admonition-icon');

/** A card from a document's own code. Without a description, a category shows how many items it has. */
export interface WrittenCard extends Omit<ArticleCard, 'description'> {
  description: string | { count: number };
  /** Id of the target document in the current version. */
  docId?: string | undefined;
}

export function describeCard(
  { description, docId: _id, ...card }: WrittenCard,
  texts: ArticleTexts,
): ArticleCard {
  if (typeof description === 'string') return { ...card, description };
  const { count } = description;
  return { ...card, description: countText(count, texts.oneItem, texts.manyItems) };
}

/** Docusaurus' icons before the titles of cards. */
const icons: Record<ArticleCard['kind'], string> = { doc: '📄️', category: '🗃', link: '🔗' };

/** Lays out cards as Docusaurus does. Their links are settled later. */
export function drawCardGrid(cards: readonly ArticleCard[]): Element {
  return createHtmlElement(
    'section',
    { className: ['card-grid'] },
    cards.map((card) => createHtmlElement('article', {}, [drawCardLink(card)])),
  );
}

function drawCardLink({ href, title, description, kind }: ArticleCard): Element {
  const heading = createHtmlElement('h2', { className: ['card-title'] }, drawTitle(title, kind));
  const paragraph =
    description === ''
      ? []
      : [createHtmlElement('p', { className: ['card-description'] }, [createHtmlText(description)])];
  return createHtmlElement('a', { className: ['card'], href, dataMd: '' }, [heading, ...paragraph]);
}

/** An emoji at the start of a title is the icon of the card. */
function drawTitle(title: string, kind: ArticleCard['kind']): Element['children'] {
  const [first] = graphemes.segment(title);
  if (first && /^\p{RGI_Emoji}$/v.test(first.segment)) {
    const rest = title.slice(first.segment.length).trim();
    return [
      createHtmlElement('span', { className: ['card-emoji'] }, [createHtmlText(first.segment)]),
      createHtmlText(rest),
    ];
  }
  const icon = createHtmlElement('span', { className: ['card-icon'], ariaHidden: 'true' }, [
    createHtmlText(icons[kind]),
  ]);
  return [icon, createHtmlText(title.trim())];
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Puts the summary first and adds one if it's missing. */
export function layOutDetails(node: Element, texts: ArticleTexts): void {
  addClass(node, 'details');
  const writtenSummary = node.children.find((child) => isElement(child, 'summary'));
  const summary = writtenSummary ?? createHtmlElement('summary', {}, [createHtmlText(texts.details)]);
  node.children = [summary, ...node.children.filter((child) => child !== summary)];
}
