import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import type { LiveSession } from '../../../model/api/sessions.ts';
import { writeDevice } from '../../../shared/device-name.ts';
import { runInBackground } from '../../../shared/in-background.ts';
import { type ApiResult, callApi } from '../../api-client.ts';
import { fillText } from '../../fill-text.ts';
import { createNotice, Notice, type NoticeText } from '../../notice.tsx';
import { RelativeTime } from '../../relative-time.tsx';
import { type Column, NOTHING } from '../table/data-table.tsx';
import { IpAddress } from '../table/ip-address.tsx';
import { OneLine } from '../table/one-line.tsx';
import { type MenuItem, RowMenu } from '../table/row-menu.tsx';
import { SearchedList, useSearchedList } from '../table/searched-list.tsx';
import { useListQuery } from '../table/use-table-query.ts';
import { createSignOutQuestion } from '../users/sign-out-question.ts';

type Sort = 'last-seen' | 'created' | 'email';

const columns: readonly Column<LiveSession, Sort>[] = [
  {
    label: texts.sessionAccount,
    look: 'name',
    sort: 'email',
    cell: ({ email, name, current }) => (
      <>
        <OneLine>{email}</OneLine>
        <span className="page-path">{name}</span>
        {current && <span className="badge">{texts.thisSession}</span>}
      </>
    ),
  },
  {
    label: texts.sessionDevice,
    look: 'labelled',
    cell: ({ device }) => (device === null ? NOTHING : writeDevice(device, texts.deviceOn)),
  },
  {
    label: texts.auditFrom,
    look: 'labelled',
    cell: ({ network }) => (network === null ? NOTHING : <IpAddress>{network}</IpAddress>),
  },
  {
    label: texts.sessionStarted,
    look: 'time',
    sort: 'created',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    label: texts.sessionLastUsed,
    look: 'time',
    sort: 'last-seen',
    cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} />,
  },
];

/** `/admin/sessions`: who is signed in now. */
export function Page() {
  const listQuery = useListQuery<Sort>(['last-seen', 'created', 'email']);
  const list = useSearchedList(listQuery, {}, (query) => callApi('GET /api/v1/sessions', { query }));
  const [notice, setNotice] = useState<NoticeText>();

  async function end(ending: Promise<ApiResult<unknown>>, text: string): Promise<void> {
    setNotice(undefined);
    const { done } = await ending;
    setNotice(createNotice(done, text));
    list.loaded.reload();
    // The row and its focus are gone, so the focus moves to the heading.
    if (done) document.querySelector<HTMLElement>('.own-page h1')?.focus();
  }

  const listActions = ({ account, id, email }: LiveSession): MenuItem[] => [
    {
      label: texts.endSession,
      question: {
        title: texts.endSessionTitle,
        warning: fillText(texts.endSessionOfWarning, { email }),
        action: texts.endSession,
      },
      onSelect: () =>
        runInBackground(
          end(
            callApi('DELETE /api/v1/accounts/:account/sessions/:session', {
              params: { account, session: id },
            }),
            fillText(texts.sessionEndedOf, { email }),
          ),
        ),
    },
    {
      label: texts.endSessions,
      question: createSignOutQuestion(email),
      onSelect: () =>
        runInBackground(
          end(
            callApi('DELETE /api/v1/accounts/:account/sessions', { params: { account } }),
            fillText(texts.allSessionsEndedOf, { email }),
          ),
        ),
    },
  ];
  return (
    <div className="admin">
      <p className="admin__lead">{texts.sessionsLive}</p>
      <SearchedList
        caption={texts.sessionsTitle}
        searchedList={list}
        find={texts.findSessions}
        file={{
          name: 'sessions',
          fields: ['email', 'name', 'role', 'device', 'network', 'createdAt', 'lastSeenAt'],
        }}
        columns={columns}
        idOf={({ account, id }) => `${account} ${id}`}
        empty={texts.noSessionsFound}
        actions={{
          label: texts.endSession,
          of: (session) => (
            <RowMenu
              label={fillText(texts.sessionActions, { email: session.email })}
              items={listActions(session)}
            />
          ),
        }}
      >
        <Notice notice={notice} />
      </SearchedList>
    </div>
  );
}
