import * as texts from 'virtual:site/texts';
import type { AuditRow } from '../../../model/api/audit.ts';
import { callApi } from '../../api-client.ts';
import { Email } from '../../email.tsx';
import { LocalTime } from '../../local-time.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { type Column, NOTHING } from '../table/data-table.tsx';
import { Download } from '../table/download.tsx';
import { ListedTable } from '../table/listed-table.tsx';
import { DayField, Filter, SearchField } from '../table/table-filters.tsx';
import { useListQuery } from '../table/use-table-query.ts';

const columns: readonly Column<AuditRow, 'at'>[] = [
  { label: texts.auditEvent, look: 'name', cell: ({ event }) => event },
  {
    label: texts.auditAccount,
    look: 'wide',
    cell: ({ email }) => (email === null ? NOTHING : <Email>{email}</Email>),
  },
  { label: texts.auditBy, look: 'labelled', cell: ({ by }) => by ?? NOTHING },
  { label: texts.auditFrom, look: 'labelled', cell: ({ from }) => from ?? NOTHING },
  { label: texts.auditDetail, look: 'labelled', cell: ({ detail }) => detail ?? NOTHING },
  { label: texts.auditTime, look: 'time', sort: 'at', cell: ({ at }) => <LocalTime at={at} /> },
];

/** `/admin/audit`: who signed in, and who changed what. */
export function Page() {
  const { query, list, search, change } = useListQuery<'at'>(['at']);
  const { page, limit, order } = list;
  const day = (name: 'since' | 'until') => /^\d{4}-\d\d-\d\d$/.exec(query.get(name) ?? '')?.[0];
  const event = query.get('event')?.slice(0, 64) ?? '';
  const [since, until] = [day('since'), day('until')];
  const wanted = {
    order,
    search,
    ...(event === '' ? {} : { event }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  };
  const load = (part: { page: number; limit: number }) =>
    callApi('GET /api/v1/audit', { query: { ...wanted, ...part } });
  const loaded = useLoaded(JSON.stringify([wanted, page, limit]), () => load({ page, limit }));
  const events = [...new Set([...(event === '' ? [] : [event]), ...(loaded.answer?.events ?? [])])];
  return (
    <div className="admin">
      <div className="admin__bar">
        <search className="filters">
          <SearchField label={texts.findAudit} search={search} change={change} />
          <Filter
            label={texts.auditEvent}
            value={event}
            options={[['', texts.allEvents], ...events.map((name) => [name, name] as const)]}
            onChange={(value) => change({ event: value })}
          />
          <DayField label={texts.auditSince} value={since} onChange={(value) => change({ since: value })} />
          <DayField label={texts.auditUntil} value={until} onChange={(value) => change({ until: value })} />
        </search>
        <Download name="audit" fields={['at', 'event', 'email', 'by', 'from', 'detail']} load={load} />
      </div>
      <ListedTable
        caption={texts.audit}
        columns={columns}
        idOf={(row) => JSON.stringify(row)}
        loaded={loaded}
        list={list}
        change={change}
        empty={texts.noAudit}
      />
    </div>
  );
}
