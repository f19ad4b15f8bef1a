import * as texts from 'virtual:site/texts';
import { type FormEvent, useState } from 'react';
import type { AccountRow } from '../../../model/api/accounts.ts';
import { callApi } from '../../api-client.ts';
import { Button } from '../../button.tsx';
import { CopiedText } from '../../copied-text.tsx';
import { fillText } from '../../fill-text.ts';
import { Field } from '../../login/field.tsx';
import { ModalButtons, ModalDialog } from '../../modal-dialog.tsx';
import { FormProblem } from '../../notice.tsx';
import { useSentForm } from '../../use-sent-form.ts';
import { describeRefusal } from './user-actions.ts';

interface InviteProps {
  /** Whether the site emails the link, so that it isn't shown. */
  byMail: boolean;
  onAdded: () => void;
  onClose: () => void;
}

/** Asks for the user's details, then shows the link. */
export function InviteDialog({ byMail, onAdded, onClose }: InviteProps) {
  const [result, setResult] = useState<{ lead: string; link?: string }>();
  const { problem, isBusy, onSubmit } = useSentForm(async (readField) => {
    const role = readField('role') === 'administrator' ? 'administrator' : 'reader';
    const result = await callApi('POST /api/v1/accounts', {
      body: { email: readField('email'), name: readField('name'), role },
    });
    if (!result.done) return [describeRefusal(result, readField('email')), 'email'];
    const { account, link } = result.answer;
    const { email } = account;
    setResult(
      link === undefined
        ? { lead: fillText(texts.userMailed, { email }) }
        : { lead: fillText(texts.userInvited, { email }), link },
    );
    onAdded();
    return undefined;
  });

  if (result) return <LinkDialog {...result} onClose={onClose} />;
  return (
    <ModalDialog title={texts.addUser} onClose={onClose}>
      <p>{byMail ? texts.addUserMailLead : texts.addUserLead}</p>
      <form className="modal__form" noValidate onSubmit={onSubmit}>
        <FormProblem problem={problem} />
        <Field label={texts.personEmail} name="email" type="email" />
        <Field label={texts.personName} name="name" isOptional />
        <div className="field">
          <label htmlFor="role">{texts.userRole}</label>
          <select id="role" name="role">
            <option value="reader">{texts.reader}</option>
            <option value="administrator">{texts.administrator}</option>
          </select>
        </div>
        <ModalButtons
          action={byMail ? texts.inviteByMail : texts.makeLink}
          isBusy={isBusy}
          onClose={onClose}
        />
      </form>
    </ModalDialog>
  );
}

/** Shows a one-time link, which can't be shown again, or that it was sent. */
export function LinkDialog({ lead, link, onClose }: { lead: string; link?: string; onClose: () => void }) {
  const close = <Button onClick={onClose}>{texts.close}</Button>;
  return (
    <ModalDialog title={link === undefined ? texts.addUser : texts.linkTitle} onClose={onClose}>
      <p>{lead}</p>
      {link === undefined ? (
        <div className="modal__buttons">{close}</div>
      ) : (
        <CopiedText text={link} label={texts.copyLink} look="one-time-link" isMain>
          {close}
        </CopiedText>
      )}
    </ModalDialog>
  );
}

interface ProfileProps {
  account: AccountRow;
  onChanged: (email: string) => void;
  onClose: () => void;
}

/** Edits name and email of an account that this site stores. */
export function ProfileDialog({ account, onChanged, onClose }: ProfileProps) {
  const { problem, isBusy, onSubmit } = useSentForm(async (readField) => {
    const result = await callApi('PATCH /api/v1/accounts/:account', {
      params: { account: account.id },
      body: { name: readField('name'), email: readField('email') },
    });
    if (!result.done) return [describeRefusal(result, account.email), 'email'];
    onChanged(result.answer.email);
    return undefined;
  });
  return (
    <ModalDialog title={texts.editUser} onClose={onClose}>
      <p>{account.state === 'invited' ? texts.editUserInvitedLead : texts.editUserLead}</p>
      <form className="modal__form" noValidate onSubmit={onSubmit}>
        <FormProblem problem={problem} />
        <Field label={texts.personName} name="name" value={account.name} />
        <Field label={texts.personEmail} name="email" type="email" value={account.email} />
        <ModalButtons action={texts.save} isBusy={isBusy} onClose={onClose} />
      </form>
    </ModalDialog>
  );
}

interface GroupsProps {
  account: AccountRow;
  /** Groups that the site declares. */
  groups: readonly { name: string; label: string; description: string }[];
  onChoose: (groups: string[]) => void;
  onClose: () => void;
}

/** Chooses the groups of a user. */
export function GroupsDialog({ account, groups, onChoose, onClose }: GroupsProps) {
  // Groups that the site no longer declares are shown by name, so that they can be removed.
  const undeclaredGroups = account.groups.filter((groupName) =>
    groups.every(({ name }) => name !== groupName),
  );
  const choices = [...groups, ...undeclaredGroups.map((name) => ({ name, label: name, description: '' }))];
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onChoose(new FormData(event.currentTarget).getAll('group').map(String));
  };
  return (
    <ModalDialog title={texts.userGroups} onClose={onClose}>
      <p>{fillText(texts.groupsLead, { email: account.email })}</p>
      <form className="modal__form" onSubmit={choose}>
        {choices.map(({ name, label, description }) => (
          <label className="check" key={name}>
            <input type="checkbox" name="group" value={name} defaultChecked={account.groups.includes(name)} />
            <span>
              {label}
              {description && <small>{description}</small>}
            </span>
          </label>
        ))}
        <ModalButtons action={texts.saveGroups} onClose={onClose} />
      </form>
    </ModalDialog>
  );
}
