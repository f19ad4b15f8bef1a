import * as texts from 'virtual:site/texts';
import { pageHref } from '../../model/urls.ts';
import { Breadcrumbs } from '../shell/page-links/breadcrumbs.tsx';
import type { View } from '../view.ts';

/** Lists all tags by their first letters, with the number of documents that have each. */
export function TagsPage({ view: { page } }: { view: View }) {
  const letters = Map.groupBy(page.cards ?? [], ({ title }) => title.charAt(0).toLocaleUpperCase());
  return (
    <div className="page tags-page">
      <h1>{page.title}</h1>
      {[...letters].map(([letter, tags]) => (
        <article key={letter} className="tags-page__letter">
          <h2 id={letter}>{letter}</h2>
          <ul className="tag-list">
            {tags.map((tag) => (
              <li key={tag.href}>
                <a className="tag" href={pageHref(tag.href)}>
                  {tag.title}
                  <span className="tag__count">{tag.description}</span>
                </a>
              </li>
            ))}
          </ul>
        </article>
      ))}
    </div>
  );
}

/** Lists the documents that have a tag. */
export function TagPage({ view: { page } }: { view: View }) {
  return (
    <div className="page tag-page">
      <Breadcrumbs items={page.breadcrumbs} />
      <header>
        <h1>{page.title}</h1>
        {page.description && <p className="lead">{page.description}</p>}
        {page.allTags !== undefined && <a href={pageHref(page.allTags)}>{texts.allTags}</a>}
      </header>
      {(page.cards ?? []).map((card) => (
        <article key={card.href} className="tagged-doc">
          <a href={pageHref(card.href)}>
            <h2>{card.title}</h2>
          </a>
          {card.description && <p>{card.description}</p>}
        </article>
      ))}
    </div>
  );
}
