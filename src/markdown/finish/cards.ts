import type { Element } from 'hast';
import type { ArticleCard, ArticleTexts } from '../context.ts';
import { element, text } from './properties.ts';

/** A card as a document's own code has it: without a description, a category says how much is in it. */
export interface WrittenCard extends Omit<ArticleCard, 'description'> {
  description: string | { count: number };
}

export function describedCard({ description, ...card }: WrittenCard, texts: ArticleTexts): ArticleCard {
  if (typeof description === 'string') return { ...card, description };
  const { count } = description;
  const items = count === 1 ? texts.oneItem : texts.manyItems.replace('{count}', String(count));
  return { ...card, description: items };
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
