import * as texts from 'virtual:site/texts';
import { buildSearchUrl, pageHref } from '../../model/urls.ts';
import { DayChart } from '../../ui/admin/charts/day-chart.tsx';
import { numberFormat } from '../../ui/admin/number.ts';
import { addPageTitles } from '../../ui/admin/page-titles.ts';
import { Panel, type PanelProps, type PanelState } from '../../ui/admin/panels/panel.tsx';
import { callApi } from '../../ui/api-client.ts';
import { useLoaded } from '../../ui/use-loaded.ts';

const DAYS = 30;
/** Most rows listed in a panel. */
const SHOWN = 4;

/** Panels of the administration's overview: open feedback, searches without results, views and searches by day. */
export function Part() {
  const feedback = useLoaded('', () =>
    addPageTitles(
      callApi('GET /api/v1/feedback', { query: { state: 'open', limit: SHOWN } }),
      ({ page }, findTitle) => ({ title: findTitle(page) }),
    ),
  );
  const failedSearches = useLoaded('', () =>
    callApi('GET /api/v1/searches', { query: { kind: 'without-results', days: DAYS, limit: SHOWN } }),
  );
  const reading = useLoaded('', () => callApi('GET /api/v1/reading/days', { query: { days: DAYS } }));
  const searches = useLoaded('', () => callApi('GET /api/v1/searches/days', { query: { days: DAYS } }));
  return (
    <>
      <Panel title={texts.openFeedback} of="feedback?state=open" loaded={feedback} stateOf={findOpenState}>
        {({ rows, total }) => (
          <>
            <p className="panel__number">{numberFormat.format(total)}</p>
            {total === 0 && <p>{texts.allAnswered}</p>}
            <ul>
              {rows.map(({ id, page, title = page, passage, comment }) => (
                <li key={`${id} ${page}`}>
                  <a href={pageHref(page)}>{title}</a>
                  {(comment || passage) && <span className="panel__said">{comment || passage}</span>}
                </li>
              ))}
            </ul>
          </>
        )}
      </Panel>
      <Panel
        title={texts.failedSearches}
        of="searches?kind=without-results&days=30"
        loaded={failedSearches}
        stateOf={findOpenState}
      >
        {({ rows, total }) => (
          <>
            <p className="panel__number">{numberFormat.format(total)}</p>
            {total === 0 && <p>{texts.noFailedSearches}</p>}
            <ul>
              {rows.map(({ query, count }) => (
                <li key={query}>
                  {numberFormat.format(count)} × <a href={buildSearchUrl(query)}>{query}</a>
                </li>
              ))}
            </ul>
          </>
        )}
      </Panel>
      <DaysPanel title={texts.openedByDay} of="reading" label={texts.timesOpened} loaded={reading} />
      <DaysPanel title={texts.searchesByDay} of="searches" label={texts.timesSearched} loaded={searches} />
    </>
  );
}

function findOpenState({ total }: { total: number }): PanelState {
  return total > 0 ? 'warn' : 'ok';
}

type DaysPanelProps = Omit<PanelProps<{ days: { day: string; count: number }[] }>, 'children'> & {
  label: string;
};

/** Panel with counts per day and their total. */
function DaysPanel({ label, ...panel }: DaysPanelProps) {
  return (
    <Panel {...panel}>
      {({ days }) => (
        <>
          <p className="panel__number">
            {numberFormat.format(days.reduce((total, { count }) => total + count, 0))}
          </p>
          <DayChart caption={panel.title} label={label} dayCounts={days} days={DAYS} isSmall />
        </>
      )}
    </Panel>
  );
}
