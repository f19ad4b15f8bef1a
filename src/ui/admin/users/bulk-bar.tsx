import * as texts from 'virtual:site/texts';
import { type FormEvent, useState } from 'react';
import type { AccountRow } from '../../../model/api/accounts.ts';
import type { AccountAct } from '../../../model/api/many-accounts.ts';
import { SubmitButton } from '../../button.tsx';
import { fillText } from '../../fill-text.ts';
import { numberFormat } from '../number.ts';
import { Options } from '../table/table-filters.tsx';
import { findKey } from '../table/use-table-query.ts';
import { countAccounts } from './count-accounts.ts';

export const actNames: Readonly<Record<AccountAct, string>> = {
  disable: texts.disable,
  enable: texts.enable,
  reader: texts.makeReader,
  administrator: texts.makeAdministrator,
  invite: texts.inviteAgain,
  'end-sessions': texts.endSessions,
  remove: texts.remove,
};

interface Props {
  selection: AccountSelection;
  total: number;
  can: { invite: boolean; giveRoles: boolean };
  onAct: (act: AccountAct) => void;
}

/** Number of selected users, and the action for them. */
export function BulkBar({ selection, total, can, onAct }: Props) {
  const { count, isAll } = selection;
  const [chosenAct, choose] = useState<AccountAct | ''>('');
  const offeredActions = Object.entries(actNames).filter(([act]) => {
    if (act === 'invite') return can.invite;
    return act === 'reader' || act === 'administrator' ? can.giveRoles : true;
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosenAct !== '') onAct(chosenAct);
  };
  return (
    <div className="bulk" hidden={count === 0}>
      <p role="status">{count > 0 && fillText(texts.usersSelected, { accounts: countAccounts(count) })}</p>
      {!isAll && total > count && (
        <button type="button" className="bulk__link" onClick={selection.selectMatching}>
          {fillText(texts.selectMatching, { count: numberFormat.format(total) })}
        </button>
      )}
      <button type="button" className="bulk__link" onClick={selection.clear}>
        {texts.clearSelection}
      </button>
      <form onSubmit={submit}>
        <select
          aria-label={texts.bulkAct}
          value={chosenAct}
          required
          onChange={({ target }) => choose(findKey(actNames, target.value) ?? '')}
        >
          <Options options={[['', texts.bulkChoose], ...offeredActions]} />
        </select>
        <SubmitButton>{texts.bulkApply}</SubmitButton>
      </form>
    </div>
  );
}

/** Accounts selected for a bulk action: some, on any page, or all that match the search. */
export interface AccountSelection {
  /** Ids of the selected accounts, unless all are selected. */
  ids: ReadonlySet<string>;
  isAll: boolean;
  count: number;
  isSelected: (account: AccountRow) => boolean;
  onSelect: (rows: readonly AccountRow[], isSelected: boolean) => void;
  selectMatching: () => void;
  clear: () => void;
}

/** Holds the selected accounts. Another search starts with none. */
export function useSelection(search: string, total: number): AccountSelection {
  const none = { search, ids: new Set<string>(), isAll: false };
  const [selection, setSelection] = useState(none);
  const { ids, isAll } = selection.search === search ? selection : none;
  return {
    ids,
    isAll,
    count: isAll ? total : ids.size,
    isSelected: ({ id }: AccountRow) => isAll || ids.has(id),
    onSelect: (rows: readonly AccountRow[], isSelected: boolean) => {
      const pageIds = new Set(rows.map(({ id }) => id));
      const next = isSelected ? [...ids, ...pageIds] : [...ids].filter((id) => !pageIds.has(id));
      setSelection({ search, ids: new Set(next), isAll: false });
    },
    selectMatching: () => setSelection({ search, ids, isAll: true }),
    clear: () => setSelection(none),
  };
}
