import * as texts from 'virtual:site/texts';
import type { AutocompleteState } from '@algolia/autocomplete-core';
import { Fragment, type ReactNode } from 'react';
import { unescapeHtml } from '../../shared/unescape-html.ts';
import { X } from '../shell/icons.tsx';
import { FileText, Hash, History, Star, TextSearch } from './icons.tsx';
import { FAVOURITES, RECENT, type SearchController } from './search-controller.ts';
import type { SearchItem } from './search-item.ts';

type Source = AutocompleteState<SearchItem>['collections'][number]['source'];
type Item = AutocompleteState<SearchItem>['collections'][number]['items'][number];

/** A section of results: a list box of options, with buttons for earlier results beside it. */
export function HitList({
  search,
  source,
  items,
}: {
  search: SearchController;
  source: Source;
  items: Item[];
}) {
  const { autocomplete } = search;
  const earlier = source.sourceId === RECENT || source.sourceId === FAVOURITES;
  const list = autocomplete.getListProps({ source });
  const heading = `${list.id}-heading`;
  return (
    <section className="search-group">
      <h2 className="search-group__title" id={heading}>
        {findTitle(source.sourceId)}
      </h2>
      <ul {...list} className="search-group__list" aria-labelledby={heading}>
        {items.map((item, index) => (
          <li key={item.objectID} role="none" style={{ gridRow: index + 2 }}>
            <a
              {...autocomplete.getItemProps({ item, source })}
              className="search-hit"
              href={item.url}
              tabIndex={-1}
            >
              <HitIcon sourceId={source.sourceId} item={item} />
              {earlier ? <StoredText item={item} /> : <HitText item={item} />}
            </a>
          </li>
        ))}
      </ul>
      {earlier &&
        items.map((item, index) => (
          <div key={item.objectID} className="search-group__actions" style={{ gridRow: index + 2 }}>
            {source.sourceId === RECENT && (
              <button
                type="button"
                aria-label={texts.addFavourite.replace('{title}', item.stored.title)}
                onClick={() => search.favour(item.stored)}
              >
                <Star size={16} />
              </button>
            )}
            <button
              type="button"
              aria-label={texts.removeFromHistory.replace('{title}', item.stored.title)}
              onClick={() => search.forget(item.stored)}
            >
              <X size={16} />
            </button>
          </div>
        ))}
    </section>
  );
}

function findTitle(sourceId: string): string {
  if (sourceId === RECENT) return texts.recentSearches;
  if (sourceId === FAVOURITES) return texts.favourites;
  return sourceId;
}

function HitIcon({ sourceId, item }: { sourceId: string; item: SearchItem }) {
  if (sourceId === RECENT) return <History size={16} />;
  if (sourceId === FAVOURITES) return <Star size={16} />;
  switch (item.kind) {
    case 'page':
      return <FileText size={16} />;
    case 'heading':
      return <Hash size={16} />;
    case 'text':
      return <TextSearch size={16} />;
  }
}

function HitText({ item }: { item: SearchItem }) {
  return (
    <span className="search-hit__text">
      <span className="search-hit__title">
        <MarkedText html={item.title} />
      </span>
      {item.passage !== undefined && (
        <span className="search-hit__passage">
          <MarkedText html={item.passage} />
        </span>
      )}
      {item.path !== '' && (
        <span className="search-hit__path">
          <MarkedText html={item.path} />
        </span>
      )}
    </span>
  );
}

function StoredText({ item }: { item: SearchItem }) {
  return (
    <span className="search-hit__text">
      <span className="search-hit__title">{item.title}</span>
      <span className="search-hit__path">{item.path}</span>
    </span>
  );
}

/**
 * A text of a response: escaped, with `<mark>` around matched words. It is parsed instead of set as HTML, so only marks
 * can result.
 */
function MarkedText({ html }: { html: string }): ReactNode {
  const parts = html.split(/<mark>(.*?)<\/mark>/s);
  // A hit can be in another language than the page, and written in the other direction.
  return (
    <bdi>
      {parts.map((part, index) => {
        const text = unescapeHtml(part);
        // Parts have no identity but their position.
        const key = `${index}`;
        return index % 2 === 1 ? <mark key={key}>{text}</mark> : <Fragment key={key}>{text}</Fragment>;
      })}
    </bdi>
  );
}
