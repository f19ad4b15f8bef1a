import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import { adminPath, pageHref, toBrowserUrl } from '../../../model/urls.ts';
import { countShownDays } from '../../../ui/admin/charts/chart-days.ts';
import { DayChart } from '../../../ui/admin/charts/day-chart.tsx';
import { SparkChart } from '../../../ui/admin/charts/spark-chart.tsx';
import { numberFormat } from '../../../ui/admin/number.ts';
import { PageLink } from '../../../ui/admin/page-link.tsx';
import { addPageTitles } from '../../../ui/admin/page-titles.ts';
import { Segments } from '../../../ui/admin/panels/segments.tsx';
import { type Column, NOTHING } from '../../../ui/admin/table/data-table.tsx';
import { RowMenu } from '../../../ui/admin/table/row-menu.tsx';
import { SearchedList, useSearchedList } from '../../../ui/admin/table/searched-list.tsx';
import { Period, readPeriod } from '../../../ui/admin/table/table-filters.tsx';
import { changeQuery, useListQuery, useTableQuery } from '../../../ui/admin/table/use-table-query.ts';
import { callApi } from '../../../ui/api-client.ts';
import { fillText } from '../../../ui/fill-text.ts';
import { LocalTime } from '../../../ui/local-time.tsx';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { HelpfulRate } from './helpful-rate.tsx';
import { PageDetails } from './page-details.tsx';
import type { ReadPage } from './view-endpoints.ts';

/** Longest period that has a period of the same length before it. */
const USUAL_DAYS = 30;

/** `/admin/reading`: page views per page and day, and pages without views. */
export function Page() {
  const query = useTableQuery();
  const days = readPeriod(query, USUAL_DAYS);
  const show = query.get('show') === 'unopened' ? 'unopened' : 'viewed';
  const byDay = useLoaded(String(days), () => callApi('GET /api/v1/reading/days', { query: { days } }));
  return (
    <div className="admin">
      <p className="admin__lead">{texts.readingLead}</p>
      <DayChart
        caption={texts.openedByDay}
        label={texts.timesOpened}
        dayCounts={byDay.answer?.days}
        days={days}
      />
      <Segments
        label={texts.pagesShown}
        value={show}
        options={[
          ['viewed', texts.viewedPages],
          ['unopened', texts.unopenedPages],
        ]}
        onChange={(next) => changeQuery({ show: next === 'viewed' ? undefined : next, sort: undefined })}
      />
      {show === 'viewed' ? <ViewedPages days={days} /> : <UnopenedPages days={days} />}
    </div>
  );
}

type Sort = 'count' | 'trend' | 'page' | 'last';

type TitledPage = ReadPage & { title: string | undefined };

function ViewedPages({ days }: { days: number }) {
  const list = useSearchedList(useListQuery<Sort>(['count', 'trend', 'page', 'last']), { days }, (query) =>
    addPageTitles(callApi('GET /api/v1/reading', { query }), ({ page }, findTitle) => ({
      title: findTitle(toBrowserUrl(page)),
    })),
  );
  const [openedPage, setOpened] = useState<TitledPage>();
  const { countedSince = null, pages = 0, unopened = 0 } = list.loaded.answer ?? {};
  const shownDays = countShownDays(countedSince, days, Date.now());
  return (
    <>
      <SearchedList
        caption={texts.reading}
        searchedList={list}
        find={texts.findPages}
        filters={<Period days={days} />}
        file={{ name: 'reading', fields: ['page', 'count', 'before', 'helpful', 'answers', 'last'] }}
        columns={listColumns(shownDays)}
        idOf={({ page }) => page}
        empty={texts.nothingRead}
        above={
          unopened > 0 && (
            <p className="admin__lead">
              {fillText(texts.unopenedCount, {
                unopened: numberFormat.format(unopened),
                pages: numberFormat.format(pages),
              })}
            </p>
          )
        }
        actions={{
          label: texts.pageActions,
          of: (page) => (
            <RowMenu
              label={fillText(texts.pageActionsFor, { page: page.title ?? page.page })}
              items={[
                { label: texts.pageDetails, onSelect: () => setOpened(page) },
                {
                  label: texts.pageFeedback,
                  onSelect: () =>
                    location.assign(
                      toBrowserUrl(`${adminPath('feedback')}?search=${encodeURIComponent(page.page)}`),
                    ),
                },
              ]}
            />
          ),
        }}
      />
      {openedPage && (
        <PageDetails
          {...openedPage}
          title={openedPage.title ?? openedPage.page}
          period={days}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

function listColumns(shownDays: number): readonly Column<TitledPage, Sort>[] {
  return [
    {
      label: texts.page,
      look: 'name',
      sort: 'page',
      cell: ({ page, title }) => <PageLink path={page} title={title} href={pageHref(toBrowserUrl(page))} />,
    },
    {
      label: texts.timesOpened,
      look: 'number',
      sort: 'count',
      cell: ({ count }) => numberFormat.format(count),
    },
    {
      label: texts.viewsTrend,
      look: 'labelled',
      sort: 'trend',
      cell: (page) => (
        <>
          {describeTrend(page)}
          <SparkChart dayCounts={page.days} days={shownDays} />
        </>
      ),
    },
    {
      label: texts.helpfulRate,
      look: 'labelled',
      cell: ({ helpful, answers }) =>
        answers === 0 ? NOTHING : <HelpfulRate helpful={helpful} answers={answers} />,
    },
    { label: texts.lastOpened, look: 'day', sort: 'last', cell: ({ last }) => <LocalTime at={last} isDay /> },
  ];
}

/** Compares the views with those of the previous period, in words. Undefined if no views of that period are stored. */
function describeTrend({ count, before }: ReadPage): string | undefined {
  if (before === null) return undefined;
  if (before === 0) return texts.noneBefore;
  if (count === before) return texts.sameAsBefore;
  const text = count > before ? texts.moreThanBefore : texts.fewerThanBefore;
  return fillText(text, { before: numberFormat.format(before) });
}

function UnopenedPages({ days }: { days: number }) {
  const list = useSearchedList(useListQuery<'page'>(['page'], 'ascending'), { days }, (query) =>
    addPageTitles(callApi('GET /api/v1/reading/unopened', { query }), ({ page }, findTitle) => ({
      title: findTitle(toBrowserUrl(page)),
    })),
  );
  return (
    <SearchedList
      caption={texts.unopenedPages}
      searchedList={list}
      find={texts.findPages}
      filters={<Period days={days} />}
      file={{ name: 'unopened', fields: ['page'] }}
      columns={[
        {
          label: texts.page,
          look: 'name',
          sort: 'page',
          cell: ({ page, title }) => (
            <PageLink path={page} title={title} href={pageHref(toBrowserUrl(page))} />
          ),
        },
      ]}
      idOf={({ page }) => page}
      empty={texts.allOpened}
    />
  );
}
