import * as texts from 'virtual:site/texts';
import { useEffect, useRef, useState } from 'react';
import { browserUrl } from '../../../model/urls.ts';
import { callApi } from '../../api-client.ts';
import { fillText } from '../../fill-text.ts';
import { Notice } from '../../notice.tsx';
import { useLoaded } from '../../use-loaded.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Plus } from '../icons.tsx';
import { NotYet } from '../not-yet.tsx';
import { DataTable } from '../table/data-table.tsx';
import { RowMenu } from '../table/row-menu.tsx';
import { TablePages } from '../table/table-pages.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { GroupsDialog } from './groups-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { InviteDialog, LinkDialog } from './invite-dialog.tsx';
import { ProfileDialog } from './profile-dialog.tsx';
import { TokensDialog } from './tokens-dialog.tsx';
import { useBulkActs } from './use-bulk-acts.ts';
import { useSelection } from './use-selection.ts';
import { useUserActions } from './user-actions.ts';
import { columns, groupsColumn } from './user-columns.tsx';
import { UserFilters } from './user-filters.tsx';
import { limits, useUsersQuery } from './users-query.ts';

/** Its answer is saved, and no page. */
const FILE_URL = browserUrl('/api/v1/accounts/file');

/** `/admin/users`: who may read the site, and what they may do. */
export function Page() {
  const { wanted, filter, key, isFiltered, change } = useUsersQuery();
  const { answer, state, reload } = useLoaded(key, () => callApi('GET /api/v1/accounts', { query: wanted }));
  const actions = useUserActions(answer?.can, (answer?.groups.length ?? 0) > 0, reload);
  const selection = useSelection(JSON.stringify(filter), answer?.total ?? 0);
  const many = useBulkActs(selection, filter);
  const [adding, setAdding] = useState<'one' | 'file'>();
  const top = useRef<HTMLDivElement>(null);

  // The last row of the last page is gone, or somebody has written the address.
  const last = Math.max(1, Math.ceil((answer?.total ?? 0) / wanted.limit));
  const isBeyond = state === 'loaded' && wanted.page > last;
  useEffect(() => {
    if (isBeyond) change({ page: String(last) }, 'replace');
  }, [isBeyond, last, change]);

  const toPage = (page: number) => {
    change({ page: page === 1 ? undefined : String(page) });
    top.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className="admin" ref={top}>
      {answer && !answer.can.invite && (
        <p className="admin__lead">
          {texts.usersElsewhere} {!answer.can.giveRoles && texts.rolesElsewhere}
        </p>
      )}
      <div className="admin__bar">
        <UserFilters wanted={wanted} change={change} />
        <div className="admin__ways">
          <a className="button" href={`${FILE_URL}?${new URLSearchParams(filter)}`} download>
            {texts.exportUsers}
          </a>
          {answer?.can.invite && (
            <>
              <button type="button" className="button" onClick={() => setAdding('file')}>
                {texts.importUsers}
              </button>
              <button type="button" className="button button--main" onClick={() => setAdding('one')}>
                <Plus size={16} />
                {texts.addUser}
              </button>
            </>
          )}
        </div>
      </div>
      <Notice notice={many.notice ?? actions.notice} />
      {state === 'failed' || answer === undefined ? (
        <NotYet state={state} reload={reload} />
      ) : (
        <>
          {answer.total === 0 ? (
            <div className="admin__empty">
              <p>{texts.noUsersFound}</p>
              {isFiltered && (
                <button
                  type="button"
                  className="button"
                  onClick={() => change({ search: undefined, role: undefined, state: undefined })}
                >
                  {texts.clearSearch}
                </button>
              )}
            </div>
          ) : (
            <>
              <BulkBar selection={selection} total={answer.total} can={answer.can} onAct={many.ask} />
              <DataTable
                caption={texts.users}
                columns={answer.groups.length > 0 ? [...columns, groupsColumn(answer.groups)] : columns}
                rows={answer.accounts}
                idOf={({ id }) => id}
                sorted={{ by: wanted.sort, order: wanted.order }}
                onSort={(sort, order) => change({ sort, order })}
                isBusy={state === 'loading'}
                selection={{
                  isSelected: selection.isSelected,
                  onSelect: selection.onSelect,
                  labelOf: ({ email }) => fillText(texts.selectUser, { email }),
                  labelOfAll: texts.selectPage,
                }}
                actions={{
                  label: texts.userActions.replace(/\s*\S*\{email\}/, ''),
                  of: (account) => (
                    <RowMenu
                      label={fillText(texts.userActions, { email: account.email })}
                      items={actions.of(account)}
                    />
                  ),
                }}
              />
            </>
          )}
          <TablePages
            page={Math.min(wanted.page, last)}
            limit={wanted.limit}
            total={answer.total}
            limits={limits}
            onPage={toPage}
            onLimit={(limit) => change({ limit: String(limit) })}
          />
        </>
      )}
      {adding === 'one' && (
        <InviteDialog
          byMail={answer?.can.mail ?? false}
          onAdded={reload}
          onClose={() => setAdding(undefined)}
        />
      )}
      {adding === 'file' && (
        <ImportDialog
          byMail={answer?.can.mail ?? false}
          onAdded={reload}
          onClose={() => setAdding(undefined)}
        />
      )}
      {many.asked && (
        <BulkDialog
          {...many.asked}
          onDone={() => {
            selection.clear();
            reload();
          }}
          onClose={many.close}
        />
      )}
      {actions.link && <LinkDialog {...actions.link} onClose={actions.closeDialog} />}
      {actions.editing && (
        <ProfileDialog account={actions.editing} onChanged={actions.edited} onClose={actions.closeDialog} />
      )}
      {actions.grouping && (
        <GroupsDialog
          account={actions.grouping}
          groups={answer?.groups ?? []}
          onChoose={actions.regroup}
          onClose={actions.closeDialog}
        />
      )}
      {actions.withTokens && <TokensDialog account={actions.withTokens} onClose={actions.closeDialog} />}
      {actions.removing && (
        <ConfirmDialog
          title={texts.removeTitle}
          warning={fillText(texts.removeWarning, { email: actions.removing.email })}
          action={texts.remove}
          onConfirm={actions.remove}
          onCancel={actions.closeDialog}
        />
      )}
    </div>
  );
}
