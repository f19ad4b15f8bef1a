import * as texts from 'virtual:site/texts';
import type { AccountRow } from '../../../model/api/accounts.ts';
import { callApi } from '../../api-client.ts';
import { Field } from '../../login/field.tsx';
import { ModalButtons, ModalDialog } from '../../modal-dialog.tsx';
import { useSentForm } from '../../use-sent-form.ts';
import { refusalText } from './user-actions.ts';

interface Props {
  account: AccountRow;
  onChanged: (email: string) => void;
  onClose: () => void;
}

/** Another name and e-mail for an account of this site. */
export function ProfileDialog({ account, onChanged, onClose }: Props) {
  const { problem, isBusy, onSubmit } = useSentForm(async (typed) => {
    const result = await callApi('PATCH /api/v1/accounts/:account', {
      params: { account: account.id },
      body: { name: typed('name'), email: typed('email') },
    });
    if (!result.done) return [refusalText(result, account.email), 'email'];
    onChanged(result.answer.email);
    return undefined;
  });
  return (
    <ModalDialog title={texts.editUser} onClose={onClose}>
      <p>{account.state === 'invited' ? texts.editUserInvitedLead : texts.editUserLead}</p>
      <form className="modal__form" noValidate onSubmit={onSubmit}>
        <div role="alert">{problem && <p className="form-error">{problem}</p>}</div>
        <Field label={texts.setupName} name="name" value={account.name} />
        <Field label={texts.setupEmail} name="email" type="email" value={account.email} />
        <ModalButtons action={texts.save} isBusy={isBusy} onClose={onClose} />
      </form>
    </ModalDialog>
  );
}
