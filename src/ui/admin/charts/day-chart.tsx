import * as texts from 'virtual:site/texts';
import { getPageLanguage } from '../../page-language.ts';
import { numberFormat } from '../number.ts';
import { type DayCount, listChartDays } from './chart-days.ts';

const dayName = new Intl.DateTimeFormat(getPageLanguage(), {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

interface Props {
  /** Name of what is counted. */
  caption: string;
  /** Column header of the counts in the table, which replaces the chart for screen readers. */
  label: string;
  /** Counts by day. Undefined while they load. */
  dayCounts: readonly DayCount[] | undefined;
  /** Longest number of days to show, up to today. */
  days: number;
  isSmall?: boolean;
  /** A day to mark, with the text that says what happened on it. Not shown outside the period. */
  mark?: { day: string; text: string } | undefined;
}

const HEIGHT = 100;
const GAP = 0.28;

/** Bar chart with one bar per day. Without counts there is no chart: the list on the page says that it is empty. */
export function DayChart({ caption, label, dayCounts, days: length, isSmall = false, mark }: Props) {
  const days = listChartDays(dayCounts ?? [], length, Date.now());
  const most = Math.max(0, ...days.map(({ count }) => count));
  if (dayCounts && most === 0 && !isSmall) return null;
  const top = roundUpTop(most);
  const [first, last] = [days[0], days.at(-1)];
  const markedAt = days.findIndex(({ day }) => day === mark?.day);
  return (
    <figure className="day-chart" data-small={isSmall || undefined}>
      <figcaption className={isSmall ? 'visually-hidden' : 'day-chart__caption'}>{caption}</figcaption>
      <div className="day-chart__frame" aria-hidden="true">
        {!isSmall && <span className="day-chart__top">{numberFormat.format(top)}</span>}
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the table below says it */}
        <svg viewBox={`0 0 ${days.length} ${HEIGHT}`} preserveAspectRatio="none">
          {days.map(({ day, count }, index) => {
            const height = count === 0 ? 1 : Math.max(3, (count / top) * HEIGHT);
            return (
              <rect
                key={day}
                x={index + GAP / 2}
                y={HEIGHT - height}
                width={1 - GAP}
                height={height}
                data-empty={count === 0 || undefined}
              >
                <title>{`${formatShortDay(day)}: ${numberFormat.format(count)}`}</title>
              </rect>
            );
          })}
          {markedAt !== -1 && (
            <line className="day-chart__mark" x1={markedAt} x2={markedAt} y1="0" y2={HEIGHT} />
          )}
        </svg>
        <div className="day-chart__days">
          <span>{first && formatShortDay(first.day)}</span>
          <span>{last && formatShortDay(last.day)}</span>
        </div>
      </div>
      {mark && markedAt !== -1 && <p className="day-chart__marked">{mark.text}</p>}
      <div className="visually-hidden">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.day}</th>
              <th scope="col">{label}</th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter(({ count }) => count > 0)
              .map(({ day, count }) => (
                <tr key={day}>
                  <th scope="row">{formatShortDay(day)}</th>
                  <td>{numberFormat.format(count)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** Rounds up to 1, 2, 2.5 or 5 times a power of ten, for the top of the axis. */
function roundUpTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => step >= most) ?? most;
}

export function formatShortDay(day: string): string {
  return dayName.format(new Date(`${day}T00:00:00Z`));
}
