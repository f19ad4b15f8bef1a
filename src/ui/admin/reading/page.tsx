import * as texts from 'virtual:site/texts';
import type { ReadPage } from '../../../model/api/reading.ts';
import { browserUrl, pageHref } from '../../../model/urls.ts';
import { callApi } from '../../api-client.ts';
import { LocalTime } from '../../local-time.tsx';
import { pageLanguage } from '../../page-language.ts';
import { useLoaded } from '../../use-loaded.ts';
import { DayChart, everyDay } from '../charts/day-chart.tsx';
import { PageLink } from '../page-link.tsx';
import type { Column } from '../table/data-table.tsx';
import { Download } from '../table/download.tsx';
import { ListedTable } from '../table/listed-table.tsx';
import { Period, periodOf } from '../table/period.tsx';
import { SearchField } from '../table/table-filters.tsx';
import { useListQuery } from '../table/use-table-query.ts';

const number = new Intl.NumberFormat(pageLanguage());
type Sort = 'count' | 'page' | 'last';

const columns: readonly Column<ReadPage, Sort>[] = [
  {
    label: texts.page,
    look: 'name',
    sort: 'page',
    cell: ({ page }) => <PageLink path={page} href={pageHref(browserUrl(page))} />,
  },
  { label: texts.timesOpened, look: 'number', sort: 'count', cell: ({ count }) => number.format(count) },
  { label: texts.lastOpened, look: 'day', sort: 'last', cell: ({ last }) => <LocalTime at={last} isDay /> },
];

/** `/admin/reading`: which pages are opened, and on which days. */
export function Page() {
  const { query, list, search, change } = useListQuery<Sort>(['count', 'page', 'last']);
  const days = periodOf(query);
  const { page, limit, ...sorted } = list;
  const wanted = { ...sorted, search, days };
  const load = (part: { page: number; limit: number }) =>
    callApi('GET /api/v1/reading', { query: { ...wanted, ...part } });
  const loaded = useLoaded(JSON.stringify([wanted, page, limit]), () => load({ page, limit }));
  const byDay = useLoaded(String(days), () => callApi('GET /api/v1/reading/days', { query: { days } }));
  return (
    <div className="admin">
      <p className="admin__lead">{texts.readingLead}</p>
      <DayChart
        caption={texts.openedByDay}
        labels={{ day: texts.day, count: texts.timesOpened }}
        days={everyDay(byDay.answer?.days ?? [], days)}
      />
      <div className="admin__bar">
        <search className="filters">
          <SearchField label={texts.findPages} search={search} change={change} />
          <Period days={days} change={change} />
        </search>
        <Download name="reading" fields={['page', 'count', 'last']} load={load} />
      </div>
      <ListedTable
        caption={texts.reading}
        columns={columns}
        idOf={({ page: path }) => path}
        loaded={loaded}
        list={list}
        change={change}
        empty={texts.nothingRead}
      />
    </div>
  );
}
