import * as texts from 'virtual:site/texts';
import { fillText } from '../../fill-text.ts';
import { numberFormat } from '../number.ts';
import { type DayCount, listDays } from './chart-days.ts';
import { formatShortDay } from './day-chart.tsx';

interface Props {
  dayCounts: readonly DayCount[];
  /** Number of days to show, up to today. */
  days: number;
}

const HEIGHT = 24;
const GAP = 0.2;

/** Bar chart for a cell of a table: one bar per day, and beside it the count of the highest one. */
export function SparkChart({ dayCounts, days: length }: Props) {
  const days = listDays(dayCounts, length, Date.now());
  const highest = days.reduce((a, b) => (b.count > a.count ? b : a), { day: '', count: 0 });
  if (highest.count === 0) return null;
  const label = fillText(texts.highestDay, {
    count: numberFormat.format(highest.count),
    day: formatShortDay(highest.day),
  });
  return (
    <span className="spark-chart" role="img" aria-label={label} title={label}>
      <svg viewBox={`0 0 ${days.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map(({ day, count }, index) => {
          const height = count === 0 ? 0 : Math.max(2, (count / highest.count) * HEIGHT);
          return <rect key={day} x={index + GAP / 2} y={HEIGHT - height} width={1 - GAP} height={height} />;
        })}
      </svg>
      <span aria-hidden="true">{numberFormat.format(highest.count)}</span>
    </span>
  );
}
