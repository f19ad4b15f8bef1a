import { grantsTokens, hasSecondFactor } from 'virtual:site/has';
import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import type { AccountRow } from '../../../model/api/accounts.ts';
import type { CallAnswer } from '../../../model/api/endpoints.ts';
import { runInBackground } from '../../../shared/in-background.ts';
import { type ApiResult, callApi, type Refused } from '../../api-client.ts';
import type { Question } from '../../confirm-dialog.tsx';
import { fillText } from '../../fill-text.ts';
import type { NoticeText } from '../../notice.tsx';
import type { MenuItem } from '../table/row-menu.tsx';
import { createSignOutQuestion } from './sign-out-question.ts';

type Can = CallAnswer<'GET /api/v1/accounts'>['can'];

type Opened =
  | { dialog: 'link'; lead: string; link: string }
  | { dialog: 'edit' | 'groups' | 'tokens'; account: AccountRow };

interface Surroundings {
  can: Can | undefined;
  /** Whether the site declares groups. */
  hasGroups: boolean;
  reload: () => void;
  /** Shows the result of an action, or removes the one before. */
  setNotice: (notice: NoticeText | undefined) => void;
}

/** Actions for an account, and the dialogs they open. */
export function useUserActions({ can, hasGroups, reload, setNotice }: Surroundings) {
  const [openedDialog, setOpened] = useState<Opened>();

  async function act<Answer>(
    { email }: AccountRow,
    doing: Promise<ApiResult<Answer>>,
    done: string | ((answer: Answer) => void),
  ): Promise<void> {
    setNotice(undefined);
    const result = await doing;
    if (!result.done) setNotice({ kind: 'error', text: describeRefusal(result, email) });
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

  function listActions(account: AccountRow): MenuItem[] {
    const { email, role, state, disabled } = account;
    const params = { account: account.id };
    const createItem = (label: string, select: () => unknown, question?: Question): MenuItem => ({
      label,
      onSelect: () => runInBackground(Promise.resolve(select())),
      question,
    });
    const open = (dialog: Exclude<Opened['dialog'], 'link'>) => () => setOpened({ dialog, account });
    const showLink = (lead: string) => (answer: { link: string }) =>
      setOpened({ dialog: 'link', lead: fillText(lead, { email }), ...answer });
    const renew = () =>
      act(account, callApi('POST /api/v1/accounts/:account/link', { params }), showLink(texts.userInvited));
    const reset = () =>
      act(
        account,
        callApi('POST /api/v1/accounts/:account/reset-link', { params }),
        showLink(texts.userReset),
      );
    const endSessions = () =>
      act(account, callApi('DELETE /api/v1/accounts/:account/sessions', { params }), texts.userSessionsEnded);
    const roleItem =
      role === 'reader'
        ? createItem(texts.makeAdministrator, () =>
            change(account, { role: 'administrator' }, texts.userIsAdministrator),
          )
        : createItem(texts.makeReader, () => change(account, { role: 'reader' }, texts.userIsReader));
    const resetFactors = () =>
      act(account, callApi('DELETE /api/v1/accounts/:account/factors', { params }), texts.userFactorsReset);
    const remove = async () => {
      await act(account, callApi('DELETE /api/v1/accounts/:account', { params }), texts.userRemoved);
      // The row and its focus are gone, so the focus moves to the heading.
      document.querySelector<HTMLElement>('.own-page h1')?.focus();
    };
    const canReset = state === 'active' && can?.invite;
    const canGroup = can?.giveGroups && (hasGroups || account.groups.length > 0);
    return [
      ...(state === 'invited'
        ? [createItem(texts.newLink, renew)]
        : grantsTokens
          ? [createItem(texts.userTokens, open('tokens'))]
          : []),
      ...(canReset ? [createItem(texts.resetLink, reset)] : []),
      ...(can?.giveRoles ? [roleItem] : []),
      ...(canGroup ? [createItem(texts.changeGroups, open('groups'))] : []),
      disabled
        ? createItem(texts.enable, () => change(account, { disabled: false }, texts.userEnabled))
        : createItem(texts.disable, () => change(account, { disabled: true }, texts.userDisabled)),
      ...(can?.invite && state !== 'elsewhere' ? [createItem(texts.editUser, open('edit'))] : []),
      ...(state === 'invited'
        ? []
        : [createItem(texts.endSessions, endSessions, createSignOutQuestion(email))]),
      ...(canReset && hasSecondFactor
        ? [
            createItem(texts.resetFactors, resetFactors, {
              title: texts.resetFactorsTitle,
              warning: fillText(texts.resetFactorsWarning, { email }),
              action: texts.resetFactorsAction,
            }),
          ]
        : []),
      createItem(texts.remove, remove, {
        title: texts.removeTitle,
        warning: fillText(texts.removeWarning, { email }),
        action: texts.remove,
      }),
    ];
  }

  const closeDialog = () => setOpened(undefined);
  const regroup = (account: AccountRow, groups: string[]) => {
    closeDialog();
    runInBackground(change(account, { groups }, texts.groupsSaved));
  };
  const reportEdited = (email: string) => {
    closeDialog();
    setNotice({ kind: 'done', text: fillText(texts.userChanged, { email }) });
    reload();
  };
  return {
    opened: openedDialog,
    listActions,
    edited: reportEdited,
    regroup,
    closeDialog,
  };
}

const refusals: Readonly<Record<string, string>> = {
  'last-administrator': texts.lastAdministrator,
  'no-password': texts.userGone,
  'not-found': texts.userGone,
  'no-factor': texts.userHasNoFactor,
  'step-up': texts.stepUpCancelled,
  'email-taken': texts.userTaken,
  'has-password': texts.userNeedsNoLink,
};

export function describeRefusal({ code, message }: Refused, email: string): string {
  return code === 'invalid' ? message : fillText(refusals[code] ?? texts.notChangedNow, { email });
}
