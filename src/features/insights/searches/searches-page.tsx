import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import { buildSearchUrl } from '../../../model/urls.ts';
import { DayChart } from '../../../ui/admin/charts/day-chart.tsx';
import { numberFormat } from '../../../ui/admin/number.ts';
import { Segments } from '../../../ui/admin/panels/segments.tsx';
import type { Column } from '../../../ui/admin/table/data-table.tsx';
import { RowMenu } from '../../../ui/admin/table/row-menu.tsx';
import { SearchedList, useSearchedList } from '../../../ui/admin/table/searched-list.tsx';
import { Period, readPeriod } from '../../../ui/admin/table/table-filters.tsx';
import { changeQuery, pickOption, useListQuery } from '../../../ui/admin/table/use-table-query.ts';
import { callApi } from '../../../ui/api-client.ts';
import { fillText } from '../../../ui/fill-text.ts';
import { Notice, type NoticeText } from '../../../ui/notice.tsx';
import { useLoaded } from '../../../ui/use-loaded.ts';
import type { Searched } from './search-endpoints.ts';
import { type WantedWords, WordsDialog } from './words-dialog.tsx';

type Sort = 'count' | 'query' | 'hits' | 'opened';
const kinds = ['all', 'without-results', 'unopened'] as const;

const columns: readonly Column<Searched, Sort>[] = [
  {
    label: texts.searchedFor,
    look: 'name',
    sort: 'query',
    cell: ({ query }) => <a href={buildSearchUrl(query)}>{query}</a>,
  },
  {
    label: texts.timesSearched,
    look: 'number',
    sort: 'count',
    cell: ({ count }) => numberFormat.format(count),
  },
  { label: texts.hitsFound, look: 'number', sort: 'hits', cell: ({ hits }) => numberFormat.format(hits) },
  {
    label: texts.resultsOpened,
    look: 'number',
    sort: 'opened',
    cell: ({ opened }) => numberFormat.format(opened),
  },
];

/** `/admin/searches`: what readers search for and don't find. */
export function Page() {
  const listQuery = useListQuery<Sort>(['count', 'query', 'hits', 'opened']);
  const days = readPeriod(listQuery.query);
  const kind = pickOption(kinds, listQuery.query.get('kind'));
  const list = useSearchedList(listQuery, { kind, days }, (query) =>
    callApi('GET /api/v1/searches', { query }),
  );
  const byDay = useLoaded(String(days), () => callApi('GET /api/v1/searches/days', { query: { days } }));
  const [notice, setNotice] = useState<NoticeText>();
  const [adding, setAdding] = useState<WantedWords>();
  return (
    <div className="admin">
      <p className="admin__lead">{texts.searchesLead}</p>
      <DayChart
        caption={texts.searchesByDay}
        label={texts.timesSearched}
        dayCounts={byDay.answer?.days}
        days={days}
      />
      <Segments
        label={texts.searchesShown}
        value={kind}
        options={[
          ['all', texts.allSearches],
          ['without-results', texts.searchesWithoutResults],
          ['unopened', texts.searchesUnopened],
        ]}
        onChange={(value) => changeQuery({ kind: value })}
      />
      <SearchedList
        caption={texts.searches}
        searchedList={list}
        find={texts.findSearches}
        filters={<Period days={days} />}
        file={{ name: `searches-${kind}`, fields: ['query', 'count', 'hits', 'opened'] }}
        columns={columns}
        idOf={({ query }) => query}
        narrowedBy={{ kind: kind === 'all' ? undefined : kind }}
        empty={texts.noSearches}
        actions={{
          label: texts.makeQuestion,
          of: ({ query: words }) => (
            <RowMenu
              label={fillText(texts.searchActions, { query: words })}
              items={[
                { label: texts.makeQuestion, onSelect: () => setAdding({ kind: 'question', words }) },
                { label: texts.makeSynonym, onSelect: () => setAdding({ kind: 'synonym', words }) },
              ]}
            />
          ),
        }}
      >
        <Notice notice={notice} />
      </SearchedList>
      {adding && (
        <WordsDialog
          wanted={adding}
          onWritten={(file) => {
            setAdding(undefined);
            setNotice({ kind: 'done', text: fillText(texts.writtenTo, { file }) });
          }}
          onClose={() => setAdding(undefined)}
        />
      )}
    </div>
  );
}
