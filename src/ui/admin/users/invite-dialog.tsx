import * as texts from 'virtual:site/texts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { callApi } from '../../api-client.ts';
import { CopiedText } from '../../copied-text.tsx';
import { fillText } from '../../fill-text.ts';
import { Field } from '../../login/field.tsx';
import { ModalDialog } from '../../modal-dialog.tsx';
import { refusalText } from './user-actions.ts';

/** Asks who it is, then shows the link. */
interface InviteProps {
  /** The link is sent, and shown to nobody here. */
  byMail: boolean;
  onAdded: () => void;
  onClose: () => void;
}

export function InviteDialog({ byMail, onAdded, onClose }: InviteProps) {
  const [made, setMade] = useState<{ lead: string; link?: string }>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function add(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const typed = new FormData(form);
    const text = (name: string) => String(typed.get(name) ?? '');
    const role = text('role') === 'administrator' ? 'administrator' : 'reader';
    setBusy(true);
    setProblem(undefined);
    const result = await callApi('POST /api/v1/accounts', {
      body: { email: text('email'), name: text('name'), role },
    });
    setBusy(false);
    if (result.done) {
      const { account, link } = result.answer;
      const { email } = account;
      setMade(
        link === undefined
          ? { lead: fillText(texts.userMailed, { email }) }
          : { lead: fillText(texts.userInvited, { email }), link },
      );
      onAdded();
      return;
    }
    setProblem(refusalText(result, text('email')));
    form.querySelector<HTMLElement>('[name=email]')?.focus();
  }

  if (made) return <LinkDialog {...made} onClose={onClose} />;
  return (
    <ModalDialog title={texts.addUser} onClose={onClose}>
      <p>{byMail ? texts.addUserMailLead : texts.addUserLead}</p>
      <form className="modal__form" noValidate onSubmit={add}>
        <div role="alert">{problem && <p className="form-error">{problem}</p>}</div>
        <Field label={texts.setupEmail} name="email" type="email" autoComplete="off" />
        <Field label={texts.setupName} name="name" type="text" autoComplete="off" isOptional />
        <div className="field">
          <label htmlFor="role">{texts.userRole}</label>
          <select id="role" name="role">
            <option value="reader">{texts.reader}</option>
            <option value="administrator">{texts.administrator}</option>
          </select>
        </div>
        <div className="modal__buttons">
          <button type="button" className="button" onClick={onClose}>
            {texts.cancel}
          </button>
          <button type="submit" className="button button--main" aria-disabled={isBusy}>
            {byMail ? texts.inviteByMail : texts.makeLink}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}

/** A one-time link, which nobody can ask for again, or word that it is sent. */
export function LinkDialog({ lead, link, onClose }: { lead: string; link?: string; onClose: () => void }) {
  const buttons = (copy: ReactNode) => (
    <div className="modal__buttons">
      {copy}
      <button type="button" className="button" onClick={onClose}>
        {texts.close}
      </button>
    </div>
  );
  return (
    <ModalDialog title={link === undefined ? texts.addUser : texts.linkTitle} onClose={onClose}>
      <p>{lead}</p>
      {link === undefined ? (
        buttons(undefined)
      ) : (
        <CopiedText text={link} label={texts.copyLink} look="one-time-link" isMain>
          {buttons}
        </CopiedText>
      )}
    </ModalDialog>
  );
}
