import { pageHref } from '../../model/urls.ts';
import { encodeHref } from '../../model/written-links.ts';
import type { Card } from '../page-data.ts';

/** Grid of cards. The whole card is a link; its shape shows what it leads to: a task to read or a branch. */
export function CardGrid({ cards }: { cards: readonly Card[] }) {
  return (
    <section className="card-grid">
      {cards.map((card) => (
        <article key={card.href}>
          <a
            className={`card card--${card.kind}`}
            href={card.kind === 'link' ? encodeHref(card.href) : pageHref(card.href)}
            {...card.attributes}
          >
            <h2 className="card-title">{card.title}</h2>
            {card.description && <p className="card-description">{card.description}</p>}
          </a>
        </article>
      ))}
    </section>
  );
}
