import * as texts from 'virtual:site/texts';
import { browserUrl, pageHref } from '../../../model/urls.ts';
import { DayChart } from '../../../ui/admin/charts/day-chart.tsx';
import { numberFormat } from '../../../ui/admin/number.ts';
import { PageLink } from '../../../ui/admin/page-link.tsx';
import { addPageTitles } from '../../../ui/admin/page-titles.ts';
import type { Column } from '../../../ui/admin/table/data-table.tsx';
import { SearchedList, useSearchedList } from '../../../ui/admin/table/searched-list.tsx';
import { Period, readPeriod } from '../../../ui/admin/table/table-filters.tsx';
import { useListQuery } from '../../../ui/admin/table/use-table-query.ts';
import { callApi } from '../../../ui/api-client.ts';
import { LocalTime } from '../../../ui/local-time.tsx';
import { useLoaded } from '../../../ui/use-loaded.ts';
import type { ReadPage } from './view-endpoints.ts';

type Sort = 'count' | 'page' | 'last';

type TitledPage = ReadPage & { title: string | undefined };

const columns: readonly Column<TitledPage, Sort>[] = [
  {
    label: texts.page,
    look: 'name',
    sort: 'page',
    cell: ({ page, title }) => <PageLink path={page} title={title} href={pageHref(browserUrl(page))} />,
  },
  {
    label: texts.timesOpened,
    look: 'number',
    sort: 'count',
    cell: ({ count }) => numberFormat.format(count),
  },
  { label: texts.lastOpened, look: 'day', sort: 'last', cell: ({ last }) => <LocalTime at={last} isDay /> },
];

/** `/admin/reading`: page views per page and day. */
export function Page() {
  const listQuery = useListQuery<Sort>(['count', 'page', 'last']);
  const days = readPeriod(listQuery.query);
  const list = useSearchedList(listQuery, { days }, (query) =>
    addPageTitles(callApi('GET /api/v1/reading', { query }), ({ page }, findTitle) => ({
      title: findTitle(browserUrl(page)),
    })),
  );
  const byDay = useLoaded(String(days), () => callApi('GET /api/v1/reading/days', { query: { days } }));
  return (
    <div className="admin">
      <p className="admin__lead">{texts.readingLead}</p>
      <DayChart
        caption={texts.openedByDay}
        label={texts.timesOpened}
        counted={byDay.answer?.days ?? []}
        days={days}
      />
      <SearchedList
        caption={texts.reading}
        searchedList={list}
        find={texts.findPages}
        filters={<Period days={days} />}
        file={{ name: 'reading', fields: ['page', 'count', 'last'] }}
        columns={columns}
        idOf={({ page }) => page}
        empty={texts.nothingRead}
      />
    </div>
  );
}
