import type { Element, ElementContent } from 'hast';
import { countText } from '../../shared/count-text.ts';
import type { ArticleCard, ArticleTexts } from '../context.ts';
import { isAdmonitionType } from '../syntax/admonition-types.ts';
import { addClass, element, isElement, take, text } from './properties.ts';

/** Lays `<x-admonition>` out. A type that is none becomes `info`; its title is the type's unless one is given. */
export function layOutAdmonition(admonition: Element, texts: ArticleTexts): void {
  const written = take(admonition, 'dataType') ?? 'note';
  const type = isAdmonitionType(written) ? written : 'info';
  const title = titleOf(admonition, take(admonition, 'dataTitle')) ?? [text(texts[`${type}Title`])];
  const own = admonition.children.find(isIcon);
  const icon = own
    ? element('span', { className: ['admonition-own-icon'] }, own.children)
    : element('span', { className: ['admonition-icon'], ariaHidden: 'true' });
  const content = admonition.children.filter((child) => !isTitle(child) && !isIcon(child));
  admonition.tagName = 'div';
  addClass(admonition, 'theme-admonition', `theme-admonition-${type}`, 'admonition');
  admonition.children = [
    element('div', { className: ['admonition-heading'] }, [icon, ...title]),
    element('div', { className: ['admonition-content'] }, content),
  ];
}

function titleOf(admonition: Element, written: string | undefined): ElementContent[] | undefined {
  if (written !== undefined) return [text(written)];
  const title = admonition.children.find(isTitle);
  return title && title.children.length > 0 ? title.children : undefined;
}

export const isTitle = (node: ElementContent) => isElement(node, 'x-admonition-title');
export const isIcon = (node: ElementContent) => isElement(node, 'x-admonition-icon');

/** A card as a document's own code has it: without a description, a category says how much is in it. */
export interface WrittenCard extends Omit<ArticleCard, 'description'> {
  description: string | { count: number };
  /** Of the document that it leads to, in the version that is read. */
  docId?: string | undefined;
}

export function describedCard(
  { description, docId: _id, ...card }: WrittenCard,
  texts: ArticleTexts,
): ArticleCard {
  if (typeof description === 'string') return { ...card, description };
  const { count } = description;
  return { ...card, description: countText(count, texts.oneItem, texts.manyItems) };
}

/** The signs that Docusaurus puts before a card's title. */
const icons: Record<ArticleCard['kind'], string> = { doc: '📄️', category: '🗃', link: '🔗' };

/** Cards as Docusaurus lays them out; hrefs still to be encoded and recorded. */
export function cardGrid(cards: readonly ArticleCard[]): Element {
  return element(
    'section',
    { className: ['card-grid'] },
    cards.map((card) => element('article', {}, [cardLink(card)])),
  );
}

function cardLink({ href, title, description, kind }: ArticleCard): Element {
  const heading = element('h2', { className: ['card-title'] }, titleParts(title, kind));
  const paragraph =
    description === '' ? [] : [element('p', { className: ['card-description'] }, [text(description)])];
  return element('a', { className: ['card'], href, dataMd: '' }, [heading, ...paragraph]);
}

/** A picture that the title begins with is the card's sign. */
function titleParts(title: string, kind: ArticleCard['kind']): Element['children'] {
  const [first] = graphemes.segment(title);
  if (first && /^\p{RGI_Emoji}$/v.test(first.segment)) {
    const rest = title.slice(first.segment.length).trim();
    return [element('span', { className: ['card-emoji'] }, [text(first.segment)]), text(rest)];
  }
  const icon = element('span', { className: ['card-icon'], ariaHidden: 'true' }, [text(icons[kind])]);
  return [icon, text(title.trim())];
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The summary first, which may be missing. */
export function layOutDetails(node: Element, texts: ArticleTexts): void {
  addClass(node, 'details');
  const written = node.children.find((child) => isElement(child, 'summary'));
  const summary = written ?? element('summary', {}, [text(texts.details)]);
  node.children = [summary, ...node.children.filter((child) => child !== summary)];
}
