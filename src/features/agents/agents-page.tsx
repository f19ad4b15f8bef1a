import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import { runInBackground } from '../../shared/in-background.ts';
import { type Column, NOTHING } from '../../ui/admin/table/data-table.tsx';
import { OneLine } from '../../ui/admin/table/one-line.tsx';
import { RowMenu } from '../../ui/admin/table/row-menu.tsx';
import { SearchedList, useSearchedList } from '../../ui/admin/table/searched-list.tsx';
import { useListQuery } from '../../ui/admin/table/use-table-query.ts';
import { callApi } from '../../ui/api-client.ts';
import { AskingButton } from '../../ui/confirm-dialog.tsx';
import { fillText } from '../../ui/fill-text.ts';
import { LocalTime } from '../../ui/local-time.tsx';
import { createNotice, Notice, type NoticeText } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { AgentRow } from './agent-endpoints.ts';

type Sort = 'last-used' | 'created' | 'email' | 'name';

const columns: readonly Column<AgentRow, Sort>[] = [
  { label: texts.agentName, look: 'name', sort: 'name', cell: ({ name }) => name },
  { label: texts.agentReader, look: 'wide', sort: 'email', cell: ({ email }) => <OneLine>{email}</OneLine> },
  {
    label: texts.agentSince,
    look: 'time',
    sort: 'created',
    cell: ({ createdAt }) => <LocalTime at={createdAt} />,
  },
  { label: texts.agentUntil, look: 'time', cell: ({ expiresAt }) => <LocalTime at={expiresAt} /> },
  {
    label: texts.tokenLastUsed,
    look: 'time',
    sort: 'last-used',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? NOTHING : <RelativeTime at={lastUsedAt} />),
  },
];

/** `/admin/agents`: apps that readers have connected. */
export function Page() {
  const listQuery = useListQuery<Sort>(['last-used', 'created', 'email', 'name']);
  const list = useSearchedList(listQuery, {}, (query) => callApi('GET /api/v1/agents', { query }));
  const [notice, setNotice] = useState<NoticeText>();
  const { answer } = list.loaded;

  function showResult(isDone: boolean, text: string): void {
    setNotice(createNotice(isDone, text));
    list.loaded.reload();
    // The focused row no longer exists, so the heading gets the focus.
    if (isDone) document.querySelector<HTMLElement>('.own-page h1')?.focus();
  }

  async function revoke({ account, id, name, email }: AgentRow): Promise<void> {
    setNotice(undefined);
    const params = { account, token: id };
    const { done } = await callApi('DELETE /api/v1/accounts/:account/tokens/:token', { params });
    showResult(done, fillText(texts.agentRevoked, { agent: name, email }));
  }

  async function revokeAll(): Promise<void> {
    setNotice(undefined);
    const result = await callApi('DELETE /api/v1/agents', {});
    const count = result.done ? String(result.answer.ended) : '';
    showResult(result.done, fillText(texts.allAgentsRevoked, { count }));
  }

  return (
    <div className="admin">
      <p className="admin__lead">{texts.agentsLead}</p>
      {answer?.isOn === false && answer.total > 0 && <p role="note">{texts.agentsAreOff}</p>}
      <SearchedList
        caption={texts.agentsTitle}
        searchedList={list}
        find={texts.findAgents}
        file={{
          name: 'agents',
          fields: ['name', 'client', 'email', 'accountName', 'createdAt', 'expiresAt', 'lastUsedAt'],
        }}
        columns={columns}
        idOf={({ account, id }) => `${account} ${id}`}
        empty={answer?.isOn === false ? texts.noAgentsWhileOff : texts.noAgents}
        actions={{
          label: texts.revokeAgent,
          of: (agent) => (
            <RowMenu
              label={fillText(texts.agentActions, { agent: agent.name, email: agent.email })}
              items={[
                {
                  label: texts.revokeAgent,
                  question: {
                    title: fillText(texts.endTokenTitle, { name: agent.name }),
                    warning: fillText(texts.revokeAgentWarning, { agent: agent.name, email: agent.email }),
                    action: texts.revokeAgent,
                  },
                  onSelect: () => runInBackground(revoke(agent)),
                },
              ]}
            />
          ),
        }}
      >
        <Notice notice={notice} />
      </SearchedList>
      {answer !== undefined && answer.total > 0 && (
        <p>
          <AskingButton
            look="quiet-danger"
            question={{
              title: texts.revokeAllAgentsTitle,
              warning: texts.revokeAllAgentsWarning,
              action: texts.revokeAllAgents,
            }}
            onConfirm={() => runInBackground(revokeAll())}
          >
            {texts.revokeAllAgents}
          </AskingButton>
        </p>
      )}
    </div>
  );
}
