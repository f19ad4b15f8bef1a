import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import type { AuditEvent } from '../../accounts/audit.ts';
import { type Column, NOTHING } from '../../ui/admin/table/data-table.tsx';
import { IpAddress } from '../../ui/admin/table/ip-address.tsx';
import { OneLine } from '../../ui/admin/table/one-line.tsx';
import { SearchedList, useSearchedList } from '../../ui/admin/table/searched-list.tsx';
import { DayField, Filter } from '../../ui/admin/table/table-filters.tsx';
import { useListQuery } from '../../ui/admin/table/use-table-query.ts';
import { countAccounts } from '../../ui/admin/users/count-accounts.ts';
import { callApi } from '../../ui/api-client.ts';
import { Button } from '../../ui/button.tsx';
import { fillText } from '../../ui/fill-text.ts';
import { LocalTime } from '../../ui/local-time.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { NotYet } from '../../ui/not-yet.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import type { AuditRow } from './audit-endpoints.ts';
import { type GroupLabels, nameDetail } from './name-detail.ts';

const eventNames: Readonly<Record<string, string | undefined>> = {
  'signed-in': texts.eventSignedIn,
  'sign-in-refused': texts.eventSignInRefused,
  'signed-out': texts.eventSignedOut,
  'account-added': texts.eventAccountAdded,
  'account-disabled': texts.eventAccountDisabled,
  'account-enabled': texts.eventAccountEnabled,
  'role-changed': texts.eventRoleChanged,
  'groups-changed': texts.eventGroupsChanged,
  'preview-begun': texts.eventPreviewBegun,
  'preview-ended': texts.eventPreviewEnded,
  'profile-changed': texts.eventProfileChanged,
  'password-changed': texts.eventPasswordChanged,
  'password-change-refused': texts.eventPasswordChangeRefused,
  'email-change-refused': texts.eventEmailChangeRefused,
  'removal-refused': texts.eventRemovalRefused,
  invited: texts.eventInvited,
  'invite-accepted': texts.eventInviteAccepted,
  'reset-link-made': texts.eventResetLinkMade,
  'password-reset': texts.eventPasswordReset,
  'factor-added': texts.eventFactorAdded,
  'factor-removed': texts.eventFactorRemoved,
  'factor-refused': texts.eventFactorRefused,
  'factors-reset': texts.eventFactorsReset,
  'recovery-codes-made': texts.eventRecoveryCodesMade,
  'recovery-code-used': texts.eventRecoveryCodeUsed,
  'sessions-ended': texts.eventSessionsEnded,
  'token-made': texts.eventTokenMade,
  'tokens-ended': texts.eventTokensEnded,
  'agent-allowed': texts.eventAgentAllowed,
  'agent-ended': texts.eventAgentEnded,
  'account-removed': texts.eventAccountRemoved,
  'announcement-changed': texts.eventAnnouncementChanged,
  'deploy-token-made': texts.eventDeployTokenMade,
  'deploy-token-ended': texts.eventDeployTokenEnded,
  'release-published': texts.eventReleasePublished,
  'release-rolled-back': texts.eventReleaseRolledBack,
  'mail-given-up': texts.eventMailGivenUp,
  'test-mail-sent': texts.eventTestMailSent,
  'store-restored': texts.eventStoreRestored,
} satisfies Record<AuditEvent, string>;

/** An event of an earlier or newer version has no name here. It is shown as it is stored. */
function nameEvent(event: string): string {
  return eventNames[event] ?? event;
}

/** Actors other than administrators, by what the log stores. */
const actorNames: Readonly<Record<string, string | undefined>> = {
  'set-up link': texts.actorSetUp,
  'identity provider': texts.actorProvider,
  environment: texts.actorSettings,
  server: texts.actorServer,
  mail: texts.actorMail,
};

function nameActor(by: string | null): string {
  if (by === null) return NOTHING;
  const [, name] = /^command line \((.+)\)$/.exec(by) ?? [];
  return name === undefined ? (actorNames[by] ?? by) : fillText(texts.actorCommandLine, { name });
}

/** Number of accounts that one action concerned. Opens the list of them. */
function OpenAction(action: AuditRow & { entries: number; groupLabels: GroupLabels }) {
  const [isOpen, setOpen] = useState(false);
  const accounts = countAccounts(action.entries);
  return (
    <>
      <button
        type="button"
        className="bulk__link"
        aria-haspopup="dialog"
        aria-label={fillText(texts.auditOpenAction, { event: nameEvent(action.event), accounts })}
        onClick={() => setOpen(true)}
      >
        {accounts}
      </button>
      {isOpen && <ActionDialog {...action} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Entries of an action that are shown at a time. */
const SHOWN_AT_ONCE = 100;

/** Lists the accounts that one action concerned. */
function ActionDialog({
  at,
  event,
  by,
  entries,
  groupLabels,
  onClose,
}: AuditRow & { entries: number; groupLabels: GroupLabels; onClose: () => void }) {
  const [{ rows, total }, setLoaded] = useState<{ rows: readonly AuditRow[]; total: number }>({
    rows: [],
    total: entries,
  });
  const [pages, setPages] = useState(1);
  const { state, reload } = useLoaded(String(pages), async () => {
    const query = { time: at, event, by: by ?? undefined, page: pages, limit: SHOWN_AT_ONCE } as const;
    const result = await callApi('GET /api/v1/audit', { query: { ...query, order: 'ascending' } });
    if (!result.done) return result;
    const { answer } = result;
    setLoaded((earlier) => ({ rows: [...earlier.rows, ...answer.rows], total: answer.total }));
    return result;
  });
  return (
    <ModalDialog title={`${nameEvent(event)}: ${countAccounts(total)}`} onClose={onClose}>
      <p>
        {nameActor(by)}, <LocalTime at={at} />
      </p>
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <ul className="told-list" tabIndex={0} aria-label={texts.auditAccount}>
          {rows.map(({ email, detail }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
            <li key={index}>
              {email ?? NOTHING} {detail !== null && <small>{nameDetail(event, detail, groupLabels)}</small>}
            </li>
          ))}
        </ul>
      )}
      {state !== 'loaded' && <NotYet state={state} reload={reload} className="modal__told" />}
      <div className="modal__buttons">
        {state === 'loaded' && rows.length < total && (
          <Button onClick={() => setPages(pages + 1)}>{texts.showMore}</Button>
        )}
        <Button onClick={onClose}>{texts.close}</Button>
      </div>
    </ModalDialog>
  );
}

const createColumns = (groupLabels: GroupLabels): readonly Column<AuditRow, 'at'>[] => [
  {
    label: texts.auditEvent,
    look: 'name',
    cell: ({ event }) => <span title={event}>{nameEvent(event)}</span>,
  },
  {
    label: texts.auditAccount,
    look: 'wide',
    cell: (row) => {
      if (row.entries !== undefined && row.entries > 1)
        return <OpenAction {...row} entries={row.entries} groupLabels={groupLabels} />;
      return row.email === null ? NOTHING : <OneLine>{row.email}</OneLine>;
    },
  },
  {
    label: texts.auditBy,
    look: 'labelled',
    cell: ({ by }) => (by?.includes('@') ? <OneLine>{by}</OneLine> : nameActor(by)),
  },
  {
    label: texts.auditFrom,
    look: 'labelled',
    cell: ({ from }) => (from === null ? NOTHING : <IpAddress>{from}</IpAddress>),
  },
  {
    label: texts.auditDetail,
    look: 'labelled',
    cell: ({ event, detail }) =>
      detail === null ? NOTHING : <span title={detail}>{nameDetail(event, detail, groupLabels)}</span>,
  },
  { label: texts.auditTime, look: 'time', sort: 'at', cell: ({ at }) => <RelativeTime at={at} /> },
];

/** `/admin/audit`: sign-ins and changes. */
export function Page() {
  const { query, ...listQuery } = useListQuery<'at'>(['at']);
  const readDay = (name: 'since' | 'until') => /^\d{4}-\d\d-\d\d$/.exec(query.get(name) ?? '')?.[0];
  const event = query.get('event')?.slice(0, 64) ?? '';
  const [since, until] = [readDay('since'), readDay('until')];
  // The log is always sorted by time. A file has each entry.
  const { load: _, ...actionList } = useSearchedList(
    listQuery,
    { event, since, until },
    ({ sort: _, ...query }) => callApi('GET /api/v1/audit', { query: { ...query, list: 'actions' } }),
  );
  const list = {
    ...actionList,
    load: (part: { page: number; limit: number }) => {
      const query = { event, since, until, search: actionList.search, order: actionList.list.order, ...part };
      return callApi('GET /api/v1/audit', { query });
    },
  };
  const groupLabels = new Map(list.loaded.answer?.groups.map(({ name, label }) => [name, label]));
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
              options={[
                ['', texts.allEvents],
                ...[...events].map((name) => [name, nameEvent(name)] as const),
              ]}
              name="event"
            />
            <span className="filters__days">
              <DayField label={texts.auditSince} value={since} name="since" />
              <DayField label={texts.auditUntil} value={until} name="until" />
            </span>
          </>
        }
        file={{ name: 'audit', fields: ['at', 'event', 'email', 'by', 'from', 'detail'] }}
        columns={createColumns(groupLabels)}
        idOf={(row) => JSON.stringify(row)}
        narrowedBy={{ event, since, until }}
        empty={texts.noAudit}
      />
    </div>
  );
}
