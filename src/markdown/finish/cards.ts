import type { Element } from 'hast';
import type { ArticleCard } from '../context.ts';
import { element, text } from './properties.ts';

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
