import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import type { Searched } from '../../../model/api/searches.ts';
import { searchUrl } from '../../../model/urls.ts';
import { callApi } from '../../api-client.ts';
import { fillText } from '../../fill-text.ts';
import { Notice, type NoticeText } from '../../notice.tsx';
import { pageLanguage } from '../../page-language.ts';
import { useLoaded } from '../../use-loaded.ts';
import { DayChart, everyDay } from '../charts/day-chart.tsx';
import { Segments } from '../panels/segments.tsx';
import type { Column } from '../table/data-table.tsx';
import { Download } from '../table/download.tsx';
import { ListedTable } from '../table/listed-table.tsx';
import { Period, periodOf } from '../table/period.tsx';
import { RowMenu } from '../table/row-menu.tsx';
import { SearchField } from '../table/table-filters.tsx';
import { oneOf, useListQuery } from '../table/use-table-query.ts';
import { type WantedWords, WordsDialog } from './words-dialog.tsx';

const number = new Intl.NumberFormat(pageLanguage());
type Sort = 'count' | 'query' | 'hits' | 'opened';
const kinds = ['all', 'without-results', 'unopened'] as const;

const columns: readonly Column<Searched, Sort>[] = [
  {
    label: texts.searchedFor,
    look: 'name',
    sort: 'query',
    cell: ({ query }) => <a href={searchUrl(query)}>{query}</a>,
  },
  { label: texts.timesSearched, look: 'number', sort: 'count', cell: ({ count }) => number.format(count) },
  { label: texts.hitsFound, look: 'number', sort: 'hits', cell: ({ hits }) => number.format(hits) },
  { label: texts.timesOpened, look: 'number', sort: 'opened', cell: ({ opened }) => number.format(opened) },
];

/** `/admin/searches`: what readers look for, and what they do not find. */
export function Page() {
  const { query, list, search, change } = useListQuery<Sort>(['count', 'query', 'hits', 'opened']);
  const days = periodOf(query);
  const kind = oneOf(kinds, query.get('kind'));
  const { page, limit, ...sorted } = list;
  const wanted = { ...sorted, kind, search, days };
  const load = (part: { page: number; limit: number }) =>
    callApi('GET /api/v1/searches', { query: { ...wanted, ...part } });
  const loaded = useLoaded(JSON.stringify([wanted, page, limit]), () => load({ page, limit }));
  const byDay = useLoaded(String(days), () => callApi('GET /api/v1/searches/days', { query: { days } }));
  const [notice, setNotice] = useState<NoticeText>();
  const [adding, setAdding] = useState<WantedWords>();
  return (
    <div className="admin">
      <p className="admin__lead">{texts.searchesLead}</p>
      <DayChart
        caption={texts.searchesByDay}
        labels={{ day: texts.day, count: texts.timesSearched }}
        days={everyDay(byDay.answer?.days ?? [], days)}
      />
      <Segments
        label={texts.searchesShown}
        value={kind}
        options={[
          ['all', texts.allSearches],
          ['without-results', texts.searchesWithoutResults],
          ['unopened', texts.searchesUnopened],
        ]}
        onChange={(value) => change({ kind: value })}
      />
      <div className="admin__bar">
        <search className="filters">
          <SearchField label={texts.findSearches} search={search} change={change} />
          <Period days={days} change={change} />
        </search>
        <Download name={`searches-${kind}`} fields={['query', 'count', 'hits', 'opened']} load={load} />
      </div>
      <Notice notice={notice} />
      <ListedTable
        caption={texts.searches}
        columns={columns}
        idOf={({ query: words }) => words}
        loaded={loaded}
        list={list}
        change={change}
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
      />
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
