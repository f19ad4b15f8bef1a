import * as texts from 'virtual:site/texts';
import { fillText } from '../../fill-text.ts';
import { Filter } from './table-filters.tsx';
import type { useTableQuery } from './use-table-query.ts';

const periods = [90, 30, 7] as const;

/** How many days are looked back on: as the address says, else all that are kept. */
export function periodOf(query: URLSearchParams): number {
  return periods.find((days) => String(days) === query.get('days')) ?? periods[0];
}

interface Props {
  days: number;
  change: ReturnType<typeof useTableQuery>['change'];
}

export function Period({ days, change }: Props) {
  return (
    <Filter
      label={texts.period}
      value={String(days)}
      options={periods.map((count) => [String(count), fillText(texts.lastDays, { count })] as const)}
      onChange={(value) => change({ days: value })}
    />
  );
}
