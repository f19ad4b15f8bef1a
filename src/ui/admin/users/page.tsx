import { parts } from 'virtual:feature-parts/users-actions';
import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import type { AccountAct } from '../../../model/api/many-accounts.ts';
import { runInBackground } from '../../../shared/in-background.ts';
import { callApi } from '../../api-client.ts';
import { Button } from '../../button.tsx';
import { fillText } from '../../fill-text.ts';
import { Notice, type NoticeText } from '../../notice.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { Plus } from '../icons.tsx';
import { ListedTable } from '../table/listed-table.tsx';
import { RowMenu } from '../table/row-menu.tsx';
import { Filter, SearchField } from '../table/table-filters.tsx';
import { changeQuery, findKey, type ListSettings, useListQuery } from '../table/use-table-query.ts';
import { GroupsDialog, InviteDialog, LinkDialog, ProfileDialog } from './account-dialogs.tsx';
import { type AccountSelection, BulkBar, useSelection } from './bulk-bar.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { TokensDialog } from './tokens-dialog.tsx';
import { useUserActions } from './user-actions.ts';
import { createGroupsColumn, roleNames, stateNames, type UserSort, userColumns } from './user-columns.tsx';

/** `/admin/users`: all users and what they can do. */
export function Page() {
  const { filter, list } = useUsersQuery();
  const query = { ...filter, ...list };
  const { answer, state, reload } = useLoaded(JSON.stringify(query), () =>
    callApi('GET /api/v1/accounts', { query }),
  );
  const groups = answer?.groups ?? [];
  // One for all actions: the last result replaces the one before.
  const [notice, setNotice] = useState<NoticeText>();
  const actions = useUserActions({ can: answer?.can, hasGroups: groups.length > 0, reload, setNotice });
  const { opened, closeDialog } = actions;
  const selection = useSelection(JSON.stringify(filter), answer?.total ?? 0);
  const many = useBulkActs(selection, filter, setNotice);
  const [isInviting, setInviting] = useState(false);
  return (
    <div className="admin">
      {answer && !answer.can.invite && (
        <p className="admin__lead">
          {texts.usersElsewhere} {!answer.can.giveRoles && texts.rolesElsewhere}
        </p>
      )}
      <div className="admin__bar">
        <UserFilters filter={filter} />
        <div className="admin__ways">
          {parts.map((Part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <Part key={index} filter={filter} can={answer?.can} onNotice={setNotice} onChanged={reload} />
          ))}
          {answer?.can.invite && (
            <Button look="main" onClick={() => setInviting(true)}>
              <Plus size={16} />
              {texts.addUser}
            </Button>
          )}
        </div>
      </div>
      <Notice notice={notice} />
      <ListedTable
        caption={texts.users}
        columns={groups.length > 0 ? [...userColumns, createGroupsColumn(groups)] : userColumns}
        idOf={({ id }) => id}
        loaded={{ state, reload, answer: answer && { rows: answer.accounts, total: answer.total } }}
        list={list}
        empty={
          <>
            <p>{texts.noUsersFound}</p>
            {Object.values(filter).some(Boolean) && (
              <Button onClick={() => changeQuery({ search: undefined, role: undefined, state: undefined })}>
                {texts.clearSearch}
              </Button>
            )}
          </>
        }
        above={
          answer && <BulkBar selection={selection} total={answer.total} can={answer.can} onAct={many.ask} />
        }
        selection={{
          isSelected: selection.isSelected,
          onSelect: selection.onSelect,
          labelRow: ({ email }) => fillText(texts.selectUser, { email }),
          labelOfAll: texts.selectPage,
        }}
        actions={{
          label: texts.rowActions,
          of: (account) => (
            <RowMenu
              label={fillText(texts.userActions, { email: account.email })}
              items={actions.listActions(account)}
            />
          ),
        }}
      />
      {isInviting && (
        <InviteDialog
          byMail={answer?.can.mail ?? false}
          onAdded={reload}
          onClose={() => setInviting(false)}
        />
      )}
      {many.pending && (
        <BulkDialog
          {...many.pending}
          onDone={() => {
            selection.clear();
            reload();
          }}
          onClose={many.close}
        />
      )}
      {opened?.dialog === 'link' && <LinkDialog {...opened} onClose={closeDialog} />}
      {opened?.dialog === 'edit' && (
        <ProfileDialog account={opened.account} onChanged={actions.edited} onClose={closeDialog} />
      )}
      {opened?.dialog === 'groups' && (
        <GroupsDialog
          account={opened.account}
          groups={groups}
          onChoose={(groups) => actions.regroup(opened.account, groups)}
          onClose={closeDialog}
        />
      )}
      {opened?.dialog === 'tokens' && <TokensDialog account={opened.account} onClose={closeDialog} />}
    </div>
  );
}

/** The bulk action to confirm, with the number of accounts. */
function useBulkActs(
  { isAll, ids }: AccountSelection,
  filter: UserFilter,
  setNotice: (notice: NoticeText | undefined) => void,
) {
  const [pending, setPending] = useState<{ act: AccountAct; accounts: readonly string[] }>();

  async function ask(act: AccountAct): Promise<void> {
    setNotice(undefined);
    if (!isAll) return setPending({ act, accounts: [...ids] });
    const result = await callApi('GET /api/v1/accounts/ids', { query: filter });
    if (result.done) setPending({ act, accounts: result.answer.accounts });
    else setNotice({ kind: 'error', text: texts.notChangedNow });
  }

  return {
    pending,
    ask: (act: AccountAct) => runInBackground(ask(act)),
    close: () => setPending(undefined),
  };
}

/** A type instead of an interface, so that it is also a record of query parameters. */
type UserFilter = {
  search: string;
  role: keyof typeof roleNames | undefined;
  state: keyof typeof stateNames | undefined;
};

/** List settings from the URL. `filter`: without order and page. */
function useUsersQuery(): { filter: UserFilter; list: ListSettings<UserSort> } {
  const { query, list, search } = useListQuery<UserSort>(
    ['email', 'name', 'role', 'last-sign-in', 'created'],
    'ascending',
  );
  const role = findKey(roleNames, query.get('role'));
  const state = findKey(stateNames, query.get('state'));
  return { filter: { search, role, state }, list };
}

function UserFilters({ filter }: { filter: UserFilter }) {
  return (
    <search className="filters">
      <SearchField label={texts.findUsers} search={filter.search} />
      <Filter
        label={texts.userRole}
        value={filter.role}
        name="role"
        options={[['', texts.allRoles], ...Object.entries(roleNames)]}
      />
      <Filter
        label={texts.userState}
        value={filter.state}
        name="state"
        options={[['', texts.allStates], ...Object.entries(stateNames)]}
      />
    </search>
  );
}
