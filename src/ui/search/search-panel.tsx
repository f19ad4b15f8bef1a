import { parts } from 'virtual:feature-parts/search-answer';
import { parts as startParts } from 'virtual:feature-parts/search-start';
import { hasInsights } from 'virtual:site/has';
import * as texts from 'virtual:site/texts';
import { useEffect, useRef } from 'react';
import { buildSearchUrl } from '../../model/urls.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { formatPlural } from '../../shared/plural.ts';
import { getPageLanguage } from '../page-language.ts';
import { HitList } from './hit-list.tsx';
import type { SearchController, SearchState } from './search-controller.ts';
import { TellAuthors } from './tell-authors.tsx';

/** The list never changes, so the index identifies a part. */
const answerParts = parts.map((Part, index) => ({ id: index, Part }));

const startPartsById = startParts.map((Part, index) => ({ id: index, Part }));

/** Content below the input: results, history, or a text if there are none. */
export function SearchPanel({ search, state }: { search: SearchController; state: SearchState }) {
  const { autocomplete } = search;
  const { failed, lastAnswer } = state;
  const panel = useRef<HTMLDivElement>(null);
  // The keyboard selects the active result, so scroll it into view.
  useEffect(() => {
    if (state.activeItemId === null) return;
    panel.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [state.activeItemId]);

  const groups = state.collections.filter(({ items }) => items.length > 0);
  const hasQuery = state.query.trim() !== '';
  const none = hasQuery && lastAnswer.query === state.query && lastAnswer.nbHits === 0;
  return (
    <section
      {...autocomplete.getPanelProps({})}
      ref={panel}
      className="search-dialog__panel"
      hidden={!state.isOpen}
      // A region that scrolls must be reachable by key.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
      tabIndex={0}
      aria-label={texts.searchTitle}
    >
      <p className="search-dialog__hidden" role="status">
        {hasQuery && !failed && lastAnswer.query === state.query
          ? formatPlural(texts.searchHits, lastAnswer.nbHits, getPageLanguage())
          : ''}
      </p>
      {hasQuery &&
        !failed &&
        answerParts.map(({ id, Part }) => (
          <Part
            key={id}
            query={state.query}
            scope={search.scope()}
            isVisitor={search.isVisitor}
            onOpen={search.close}
          />
        ))}
      {failed ? (
        <Unreachable search={search} />
      ) : none ? (
        <NoResults key={lastAnswer.query} search={search} lastAnswer={lastAnswer} />
      ) : (
        !hasQuery &&
        groups.length === 0 &&
        state.status === 'idle' && (
          <>
            <h2 className="search-group__title">{texts.recentSearches}</h2>
            <p className="search-dialog__note">{texts.noRecentSearches}</p>
          </>
        )
      )}
      {!failed &&
        groups.map(({ source, items }) => (
          <HitList key={source.sourceId} search={search} source={source} items={items} />
        ))}
      {(none || (!hasQuery && !failed)) && <Sections search={search} />}
      {/* Last, because it arrives later than the rest. */}
      {!hasQuery &&
        !failed &&
        startPartsById.map(({ id, Part }) => (
          <Part key={id} isVisitor={search.isVisitor} onOpen={search.close} />
        ))}
      {hasQuery && !failed && groups.length > 0 && (
        <p className="search-dialog__all">
          <a href={buildSearchUrl(lastAnswer.query)}>{texts.seeAllResults}</a>
        </p>
      )}
    </section>
  );
}

/** Links to the top-level sections of the documentation. */
function Sections({ search: { sections, close } }: { search: SearchController }) {
  if (sections.length === 0) return null;
  return (
    <nav className="search-sections" aria-labelledby="search-sections">
      <h2 className="search-group__title" id="search-sections">
        {texts.searchSections}
      </h2>
      <ul>
        {sections.map(({ url, title }) => (
          <li key={url}>
            <a href={url} onClick={close}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Unreachable({ search: { autocomplete } }: { search: SearchController }) {
  return (
    <div className="search-dialog__note" role="alert">
      <p className="search-dialog__title">{texts.searchUnreachable}</p>
      <p>{texts.searchUnreachableHelp}</p>
      <button type="button" className="button" onClick={() => runInBackground(autocomplete.refresh())}>
        {texts.retry}
      </button>
    </div>
  );
}

interface Props {
  search: SearchController;
  lastAnswer: SearchState['lastAnswer'];
}

function NoResults({ search: { autocomplete }, lastAnswer }: Props) {
  const retry = (query: string) => {
    autocomplete.setQuery(query);
    runInBackground(autocomplete.refresh());
  };
  return (
    <div className="search-dialog__note">
      <p className="search-dialog__title">
        {texts.noResultsFor} <q>{lastAnswer.query}</q>
      </p>
      {lastAnswer.suggestions.length > 0 && (
        <>
          <p>{texts.trySearchingFor}</p>
          <ul className="search-dialog__suggestions">
            {lastAnswer.suggestions.map((suggestion) => (
              <li key={suggestion}>
                <button type="button" onClick={() => retry(suggestion)}>
                  {suggestion}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {hasInsights && <TellAuthors query={lastAnswer.query} />}
    </div>
  );
}
