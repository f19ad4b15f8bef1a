import type { Element } from 'hast';
import type { ArticleCard } from '../context.ts';
import { element, text } from './properties.ts';

/** The signs that Docusaurus puts before a card's title. */
const icons: Record<ArticleCard['kind'], string> = { doc: '📄️', category: '🗃️', link: '🔗' };

/** Cards as Docusaurus lays them out; hrefs still to be encoded and recorded. */
export function cardGrid(cards: readonly ArticleCard[]): Element {
  return element(
    'section',
    { className: ['card-grid'] },
    cards.map((card) => element('article', {}, [cardLink(card)])),
  );
}

function cardLink({ href, title, description, kind }: ArticleCard): Element {
  const icon = element('span', { className: ['card-icon'], ariaHidden: 'true' }, [text(icons[kind])]);
  const heading = element('h2', { className: ['card-title'] }, [icon, text(title)]);
  const paragraph =
    description === '' ? [] : [element('p', { className: ['card-description'] }, [text(description)])];
  return element('a', { className: ['card'], href, dataMd: '' }, [heading, ...paragraph]);
}
