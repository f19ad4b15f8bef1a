import * as texts from 'virtual:site/texts';
import { DayChart } from '../../../ui/admin/charts/day-chart.tsx';
import { numberFormat } from '../../../ui/admin/number.ts';
import { NOTHING, WholeTable } from '../../../ui/admin/table/data-table.tsx';
import { callApi } from '../../../ui/api-client.ts';
import { fillText } from '../../../ui/fill-text.ts';
import { LocalTime } from '../../../ui/local-time.tsx';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { HelpfulRate } from './helpful-rate.tsx';
import type { PageChange, ReadPage } from './view-endpoints.ts';

interface Props extends Pick<ReadPage, 'page' | 'days'> {
  title: string;
  /** Number of days to show. */
  period: number;
  onClose: () => void;
}

/** Views of one page by day, and what changed when a release changed the page. */
export function PageDetails({ page, title, days, period, onClose }: Props) {
  const { answer: change, ...loadState } = useLoaded(page, () =>
    callApi('GET /api/v1/reading/change', { query: { page } }),
  );
  const changedAt = change?.changedAt ?? undefined;
  return (
    <ModalDialog title={title} onClose={onClose}>
      <div className="admin">
        <DayChart
          caption={texts.openedByDay}
          label={texts.timesOpened}
          dayCounts={days}
          days={period}
          mark={
            changedAt === undefined
              ? undefined
              : { day: changedAt.slice(0, 10), text: texts.changedByRelease }
          }
        />
        {change ? <Comparison {...change} /> : <NotYet {...loadState} />}
      </div>
    </ModalDialog>
  );
}

/** Views and feedback before and after the last change. */
function Comparison({ changedAt, days, before, after }: PageChange) {
  if (changedAt === null) return <p>{texts.unchangedPage}</p>;
  return (
    <>
      <p>
        {texts.lastChange} <LocalTime at={changedAt} />
      </p>
      <WholeTable
        caption={texts.beforeAndAfter}
        rows={[
          { name: texts.beforeChange, ...before },
          { name: texts.afterChange, ...after },
        ]}
        idOf={({ name }) => name}
        isBusy={false}
        columns={[
          { label: texts.period, look: 'name', cell: ({ name }) => name },
          {
            label: fillText(texts.viewsInDays, { days: numberFormat.format(days) }),
            look: 'labelled',
            cell: ({ count }) => (days === 0 ? NOTHING : numberFormat.format(count)),
          },
          {
            label: texts.helpfulRate,
            look: 'labelled',
            cell: ({ helpful, answers }) =>
              answers === 0 ? NOTHING : <HelpfulRate helpful={helpful} answers={answers} />,
          },
        ]}
      />
      <p className="admin__lead">{texts.comparisonHint}</p>
    </>
  );
}
