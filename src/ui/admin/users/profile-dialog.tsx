import * as texts from 'virtual:site/texts';
import { type FormEvent, useState } from 'react';
import type { AccountRow } from '../../../model/api/accounts.ts';
import { callApi } from '../../api-client.ts';
import { Field } from '../../login/field.tsx';
import { ModalDialog } from '../../modal-dialog.tsx';
import { refusalText } from './user-actions.ts';

/** Another name and e-mail for an account of this site. */
export function ProfileDialog({
  account,
  onChanged,
  onClose,
}: {
  account: AccountRow;
  onChanged: (email: string) => void;
  onClose: () => void;
}) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  async function change(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const typed = new FormData(form);
    const text = (name: string) => String(typed.get(name) ?? '');
    setBusy(true);
    setProblem(undefined);
    const result = await callApi('PATCH /api/v1/accounts/:account', {
      params: { account: account.id },
      body: { name: text('name'), email: text('email') },
    });
    setBusy(false);
    if (result.done) return onChanged(result.answer.email);
    setProblem(refusalText(result, account.email));
    form.querySelector<HTMLElement>('[name=email]')?.focus();
  }
  return (
    <ModalDialog title={texts.editUser} onClose={onClose}>
      <p>{account.state === 'invited' ? texts.editUserInvitedLead : texts.editUserLead}</p>
      <form className="modal__form" noValidate onSubmit={change}>
        <div role="alert">{problem && <p className="form-error">{problem}</p>}</div>
        <Field label={texts.setupName} name="name" type="text" autoComplete="off" value={account.name} />
        <Field label={texts.setupEmail} name="email" type="email" autoComplete="off" value={account.email} />
        <div className="modal__buttons">
          <button type="button" className="button" onClick={onClose}>
            {texts.cancel}
          </button>
          <button type="submit" className="button button--main" aria-disabled={isBusy}>
            {texts.save}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}
