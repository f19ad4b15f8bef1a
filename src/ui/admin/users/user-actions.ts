import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import type { AccountRow } from '../../../model/api/accounts.ts';
import { type ApiResult, callApi } from '../../api-client.ts';
import { fillText } from '../../fill-text.ts';
import type { NoticeText } from '../../notice.tsx';
import type { MenuItem } from '../table/row-menu.tsx';

/** What can be done with an account, what came of it, and the dialog that it opened. */
interface Can {
  invite: boolean;
  giveRoles: boolean;
  giveGroups: boolean;
}

/** `hasGroups`: the site declares some. */
export function useUserActions(can: Can | undefined, hasGroups: boolean, reload: () => void) {
  const [notice, setNotice] = useState<NoticeText>();
  const [link, setLink] = useState<{ lead: string; link: string }>();
  const [removing, setRemoving] = useState<AccountRow>();
  const [editing, setEditing] = useState<AccountRow>();
  const [grouping, setGrouping] = useState<AccountRow>();
  const [withTokens, setWithTokens] = useState<AccountRow>();

  async function act<Answer>(
    { email }: AccountRow,
    doing: Promise<ApiResult<Answer>>,
    done: string | ((answer: Answer) => void),
  ): Promise<void> {
    setNotice(undefined);
    const result = await doing;
    if (!result.done) setNotice({ kind: 'error', text: refusalText(result, email) });
    else if (typeof done === 'string') setNotice({ kind: 'done', text: fillText(done, { email }) });
    else done(result.answer);
    reload();
  }

  const change = (
    account: AccountRow,
    body: { disabled: boolean } | { role: AccountRow['role'] } | { groups: string[] },
    done: string,
  ) =>
    act(account, callApi('PATCH /api/v1/accounts/:account', { params: { account: account.id }, body }), done);

  function of(account: AccountRow): MenuItem[] {
    const { email, role, state, disabled } = account;
    const params = { account: account.id };
    const item = (label: string, onSelect: () => void): MenuItem => ({ label, onSelect });
    const renew = () =>
      act(account, callApi('POST /api/v1/accounts/:account/link', { params }), (answer) =>
        setLink({ lead: fillText(texts.userInvited, { email }), ...answer }),
      );
    const reset = () =>
      act(account, callApi('POST /api/v1/accounts/:account/reset-link', { params }), (answer) =>
        setLink({ lead: fillText(texts.userReset, { email }), ...answer }),
      );
    const endSessions = () =>
      act(account, callApi('DELETE /api/v1/accounts/:account/sessions', { params }), texts.userSessionsEnded);
    const roleItem =
      role === 'reader'
        ? item(texts.makeAdministrator, () =>
            change(account, { role: 'administrator' }, texts.userIsAdministrator),
          )
        : item(texts.makeReader, () => change(account, { role: 'reader' }, texts.userIsReader));
    const resetFactors = () =>
      act(account, callApi('DELETE /api/v1/accounts/:account/factors', { params }), texts.userFactorsReset);
    return [
      ...(state === 'invited' ? [item(texts.newLink, renew)] : [item(texts.endSessions, endSessions)]),
      ...(state === 'invited' ? [] : [item(texts.userTokens, () => setWithTokens(account))]),
      ...(state === 'active' && can?.invite ? [item(texts.resetLink, reset)] : []),
      ...(state === 'active' && can?.invite ? [item(texts.resetFactors, resetFactors)] : []),
      ...(can?.giveRoles ? [roleItem] : []),
      ...(can?.giveGroups && (hasGroups || account.groups.length > 0)
        ? [item(texts.changeGroups, () => setGrouping(account))]
        : []),
      disabled
        ? item(texts.enable, () => change(account, { disabled: false }, texts.userEnabled))
        : item(texts.disable, () => change(account, { disabled: true }, texts.userDisabled)),
      ...(can?.invite && state !== 'elsewhere' ? [item(texts.editUser, () => setEditing(account))] : []),
      { label: texts.remove, isDangerous: true, onSelect: () => setRemoving(account) },
    ];
  }

  const closeDialog = () => {
    setLink(undefined);
    setRemoving(undefined);
    setEditing(undefined);
    setGrouping(undefined);
    setWithTokens(undefined);
  };
  const regroup = (groups: string[]) => {
    closeDialog();
    if (grouping) void change(grouping, { groups }, texts.groupsSaved);
  };
  const remove = () => {
    closeDialog();
    if (!removing) return;
    const params = { account: removing.id };
    void act(removing, callApi('DELETE /api/v1/accounts/:account', { params }), texts.userRemoved).then(() =>
      // The row is gone, and the focus with it.
      document.querySelector<HTMLElement>('.own-page h1')?.focus(),
    );
  };
  const edited = (email: string) => {
    closeDialog();
    setNotice({ kind: 'done', text: fillText(texts.userChanged, { email }) });
    reload();
  };
  return { notice, link, removing, editing, grouping, withTokens, of, remove, edited, regroup, closeDialog };
}

export function refusalText(
  { code, message }: Extract<ApiResult<unknown>, { done: false }>,
  email: string,
): string {
  switch (code) {
    case 'last-administrator':
      return fillText(texts.lastAdministrator, { email });
    case 'no-password':
    case 'not-found':
      return texts.userGone;
    case 'no-factor':
      return fillText(texts.userHasNoFactor, { email });
    case 'step-up':
      return texts.stepUpCancelled;
    case 'email-taken':
      return texts.userTaken;
    case 'has-password':
      return fillText(texts.userNeedsNoLink, { email });
    case 'invalid':
      return message;
    default:
      return texts.notChangedNow;
  }
}
