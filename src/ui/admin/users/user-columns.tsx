import * as texts from 'virtual:site/texts';
import type { AccountListQuery, AccountRow } from '../../../model/api/accounts.ts';
import { LocalTime } from '../../local-time.tsx';
import { RelativeTime } from '../../relative-time.tsx';
import { type Column, NOTHING } from '../table/data-table.tsx';
import { OneLine } from '../table/one-line.tsx';

export type UserSort = NonNullable<AccountListQuery['sort']>;

export const roleNames = { reader: texts.reader, administrator: texts.administrator };
export const stateNames = {
  active: texts.stateActive,
  invited: texts.stateInvited,
  disabled: texts.stateDisabled,
  elsewhere: texts.stateElsewhere,
};

export const userColumns: readonly Column<AccountRow, UserSort>[] = [
  { label: texts.personName, look: 'name', sort: 'name', cell: ({ name }) => <OneLine>{name}</OneLine> },
  { label: texts.personEmail, look: 'wide', sort: 'email', cell: ({ email }) => <OneLine>{email}</OneLine> },
  { label: texts.userRole, look: 'short', sort: 'role', cell: ({ role }) => roleNames[role] },
  {
    label: texts.userState,
    look: 'short',
    cell: ({ state, disabled }) => (
      <>
        <StateBadge state={state} />
        {disabled && state !== 'disabled' && <StateBadge state="disabled" />}
      </>
    ),
  },
  {
    label: texts.lastSignIn,
    look: 'time',
    sort: 'last-sign-in',
    cell: ({ lastSignInAt: at }) => (at === null ? texts.neverSignedIn : <RelativeTime at={at} />),
  },
  {
    label: texts.userCreated,
    look: 'day',
    sort: 'created',
    cell: ({ createdAt }) => <LocalTime at={createdAt} isDay />,
  },
];

/** Shown only if the site has groups. */
export function createGroupsColumn(
  declaredGroups: readonly { name: string; label: string }[],
): Column<AccountRow, UserSort> {
  const labels = new Map(declaredGroups.map(({ name, label }) => [name, label]));
  return {
    label: texts.userGroups,
    look: 'list',
    cell: ({ groups }) => groups.map((name) => labels.get(name) ?? name).join(', ') || NOTHING,
  };
}

function StateBadge({ state }: { state: AccountRow['state'] }) {
  return (
    <span className="badge" data-state={state}>
      {stateNames[state]}
    </span>
  );
}
