import { hasInsights } from 'virtual:site/has';
import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import { LOGIN_PATH } from '../../model/urls.ts';
import { callApi, callUrl } from '../api-client.ts';
import { Button } from '../button.tsx';
import { Field, PasswordField } from '../login/field.tsx';
import { ModalButtons, ModalDialog } from '../modal-dialog.tsx';
import { FormProblem } from '../notice.tsx';
import { useSentForm } from '../use-sent-form.ts';
import { describeRefusedChange } from './refusal.ts';

/** The response is a download, not a page. */
const DATA_URL = callUrl('GET /api/v1/account/data');

/** Downloads the user's data, and deletes the account. */
export function DataSection({ user }: { user: { email: string; isLocal: boolean } }) {
  const [isRemoving, setRemoving] = useState(false);
  return (
    <section className="account__section" aria-labelledby="data-title">
      <div className="account__about">
        <h2 id="data-title">{texts.dataTitle}</h2>
        <p>{texts.dataLead}</p>
      </div>
      <div className="account__ways">
        <a className="button" href={DATA_URL} download>
          {texts.saveData}
        </a>
        <Button look="quiet-danger" onClick={() => setRemoving(true)}>
          {texts.removeOwn}
        </Button>
      </div>
      {isRemoving && <RemovalDialog user={user} onClose={() => setRemoving(false)} />}
    </section>
  );
}

interface Props {
  user: { email: string; isLocal: boolean };
  onClose: () => void;
}

function RemovalDialog({ user, onClose }: Props) {
  const { problem, isBusy, onSubmit } = useSentForm(async (typed) => {
    const result = await callApi('POST /api/v1/account/removal', {
      body: { confirmation: typed('confirmation'), current: typed('removal-password') },
    });
    if (!result.done) return describeRefusedChange(result, 'confirmation', 'removal-password');
    location.assign(LOGIN_PATH);
    return undefined;
  });
  return (
    <ModalDialog title={texts.removeOwnTitle} onClose={onClose}>
      <p>{hasInsights ? texts.removeOwnWarning : texts.removeAccountWarning}</p>
      <form className="modal__form" noValidate onSubmit={onSubmit}>
        <FormProblem problem={problem} />
        <Field label={texts.removeOwnConfirm} name="confirmation" type="email" hint={user.email} />
        {user.isLocal && <PasswordField label={texts.currentPassword} name="removal-password" />}
        <ModalButtons action={texts.removeOwn} look="danger" isBusy={isBusy} onClose={onClose} />
      </form>
    </ModalDialog>
  );
}
