import * as texts from 'virtual:site/texts';
import { type FormEvent, useState } from 'react';
import { LOGIN_PATH } from '../../model/urls.ts';
import { callApi } from '../api-client.ts';
import { Field } from '../login/field.tsx';
import { ModalDialog } from '../modal-dialog.tsx';
import { refusal } from './refusal.ts';

/** Its answer is saved, and no page. */
const DATA_URL = '/api/v1/account/data';

/** What is kept of whoever reads, and the end of it. */
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
        <button type="button" className="button" onClick={() => setRemoving(true)}>
          {texts.removeOwn}
        </button>
      </div>
      {isRemoving && <RemovalDialog user={user} onClose={() => setRemoving(false)} />}
    </section>
  );
}

function RemovalDialog({
  user,
  onClose,
}: {
  user: { email: string; isLocal: boolean };
  onClose: () => void;
}) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  async function remove(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const typed = new FormData(form);
    const text = (name: string) => String(typed.get(name) ?? '');
    setProblem(undefined);
    setBusy(true);
    const result = await callApi('POST /api/v1/account/removal', {
      body: { confirmation: text('confirmation'), current: text('removal-password') },
    });
    if (result.done) return location.assign(LOGIN_PATH);
    setBusy(false);
    const [why, field] = refusal(result, 'confirmation', 'removal-password');
    setProblem(why);
    form.querySelector<HTMLElement>(`[name=${field}]`)?.focus();
  }
  return (
    <ModalDialog title={texts.removeOwnTitle} onClose={onClose}>
      <p>{texts.removeOwnWarning}</p>
      <form className="modal__form" noValidate onSubmit={remove}>
        <div role="alert">{problem && <p className="form-error">{problem}</p>}</div>
        <Field
          label={texts.removeOwnConfirm}
          name="confirmation"
          type="email"
          autoComplete="off"
          hint={user.email}
        />
        {user.isLocal && (
          <Field
            label={texts.currentPassword}
            name="removal-password"
            type="password"
            autoComplete="current-password"
          />
        )}
        <div className="modal__buttons">
          <button type="button" className="button" onClick={onClose}>
            {texts.cancel}
          </button>
          <button type="submit" className="button button--danger" aria-disabled={isBusy}>
            {texts.removeOwn}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}
