import * as texts from 'virtual:site/texts';
import type { AudienceGap } from '../../../model/api/audiences.ts';
import { pageHref } from '../../../model/urls.ts';
import { callApi } from '../../api-client.ts';
import { useLoaded } from '../../use-loaded.ts';
import type { Column } from '../table/data-table.tsx';
import { Download } from '../table/download.tsx';
import { useListQuery } from '../table/list-query.ts';
import { ListedTable } from '../table/listed-table.tsx';
import { SearchField } from '../table/table-filters.tsx';

const columns: readonly Column<AudienceGap, 'from' | 'to'>[] = [
  { label: texts.page, look: 'name', sort: 'from', cell: ({ from }) => <a href={pageHref(from)}>{from}</a> },
  { label: texts.leadsTo, look: 'wide', sort: 'to', cell: ({ to }) => <a href={to}>{to}</a> },
];

/** Pages that lead some of their readers to what they do not see. */
export function AudienceGaps({ kind }: { kind: 'links' | 'neighbours' }) {
  const { list, search, change } = useListQuery<'from' | 'to'>(['from', 'to'], 'ascending');
  const { page, limit, sort, order } = list;
  const wanted = { kind, sort, order, search };
  const load = (part: { page: number; limit: number }) =>
    callApi('GET /api/v1/audiences/gaps', { query: { ...wanted, ...part } });
  const loaded = useLoaded(JSON.stringify([wanted, page, limit]), () => load({ page, limit }));
  const caption = kind === 'links' ? texts.beyondLinks : texts.beyondNeighbours;
  return (
    <>
      <p className="admin__lead">{caption}</p>
      <div className="admin__bar">
        <search className="filters">
          <SearchField label={texts.findPages} search={search} change={change} />
        </search>
        <Download name={`audiences-${kind}`} fields={['from', 'to']} load={load} />
      </div>
      <ListedTable
        caption={caption}
        columns={columns}
        idOf={({ from, to }) => `${from} ${to}`}
        loaded={loaded}
        list={list}
        change={change}
        empty={texts.noGaps}
      />
    </>
  );
}
