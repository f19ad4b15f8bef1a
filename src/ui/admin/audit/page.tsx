import * as texts from 'virtual:site/texts';
import type { AuditRow } from '../../../model/api/audit.ts';
import { callApi } from '../../api-client.ts';
import { Email } from '../../email.tsx';
import { LocalTime } from '../../local-time.tsx';
import { type Column, NOTHING } from '../table/data-table.tsx';
import { SearchedList, useSearchedList } from '../table/searched-list.tsx';
import { DayField, Filter } from '../table/table-filters.tsx';
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

/** `/admin/audit`: sign-ins and changes. */
export function Page() {
  const { query, ...listQuery } = useListQuery<'at'>(['at']);
  const day = (name: 'since' | 'until') => /^\d{4}-\d\d-\d\d$/.exec(query.get(name) ?? '')?.[0];
  const event = query.get('event')?.slice(0, 64) ?? '';
  const [since, until] = [day('since'), day('until')];
  // The log is always sorted by time.
  const list = useSearchedList(listQuery, { event, since, until }, ({ sort: _, ...query }) =>
    callApi('GET /api/v1/audit', { query }),
  );
  const events = new Set([...(event === '' ? [] : [event]), ...(list.loaded.answer?.events ?? [])]);
  return (
    <div className="admin">
      <SearchedList
        caption={texts.audit}
        searchedList={list}
        find={texts.findAudit}
        filters={
          <>
            <Filter
              label={texts.auditEvent}
              value={event}
              options={[['', texts.allEvents], ...[...events].map((name) => [name, name] as const)]}
              name="event"
            />
            <DayField label={texts.auditSince} value={since} name="since" />
            <DayField label={texts.auditUntil} value={until} name="until" />
          </>
        }
        file={{ name: 'audit', fields: ['at', 'event', 'email', 'by', 'from', 'detail'] }}
        columns={columns}
        idOf={(row) => JSON.stringify(row)}
        empty={texts.noAudit}
      />
    </div>
  );
}
