import * as texts from 'virtual:site/texts';
import { type FormEvent, useState } from 'react';
import { runInBackground } from '../../shared/in-background.ts';
import { callApi } from '../api-client.ts';
import { Button } from '../button.tsx';
import { fillText } from '../fill-text.ts';
import { Field, PasswordField } from '../login/field.tsx';
import { FormProblem, type NoticeText } from '../notice.tsx';
import { useSentForm } from '../use-sent-form.ts';
import { describeRefusedChange } from './refusal.ts';

interface Props {
  user: { name: string; email: string; canChangeEmail: boolean };
  onDone: (notice: NoticeText) => void;
}

/** Name and email, if this site stores them. */
export function ProfileSection({ user, onDone }: Props) {
  return (
    <section className="account__section" aria-labelledby="profile-title">
      <div className="account__about">
        <h2 id="profile-title">{texts.profileTitle}</h2>
        <p>{user.canChangeEmail ? texts.profileLead : texts.profileAskAdministrator}</p>
      </div>
      <div className="account__forms">
        <NameForm name={user.name} onDone={onDone} />
        {user.canChangeEmail && <EmailForm onDone={onDone} />}
      </div>
    </section>
  );
}

function NameForm({ name, onDone }: { name: string; onDone: Props['onDone'] }) {
  const [problem, setProblem] = useState<string>();
  async function change(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const typedName = String(new FormData(event.currentTarget).get('name') ?? '');
    setProblem(undefined);
    const result = await callApi('PATCH /api/v1/account', { body: { name: typedName } });
    if (result.done) onDone({ kind: 'done', text: texts.nameChanged });
    else setProblem(describeRefusedChange(result, 'name')[0]);
  }
  return (
    <form className="account__form" onSubmit={(event) => runInBackground(change(event))}>
      <FormProblem problem={problem} />
      <Field label={texts.personName} name="name" autoComplete="name" value={name} />
      <Button type="submit">{texts.changeName}</Button>
    </form>
  );
}

function EmailForm({ onDone }: { onDone: Props['onDone'] }) {
  const { problem, isBusy, onSubmit } = useSentForm(async (readField) => {
    const email = readField('email');
    const result = await callApi('POST /api/v1/account/email', {
      body: { email, current: readField('email-password') },
    });
    if (!result.done) return describeRefusedChange(result, 'email', 'email-password');
    onDone({ kind: 'done', text: fillText(texts.emailChangeSent, { email }) });
    return undefined;
  });
  return (
    <form className="account__form" onSubmit={onSubmit}>
      <FormProblem problem={problem} />
      <Field
        label={texts.newEmail}
        name="email"
        type="email"
        autoComplete="email"
        hint={texts.newEmailHint}
      />
      <PasswordField label={texts.currentPassword} name="email-password" />
      <Button type="submit" aria-disabled={isBusy}>
        {texts.changeEmail}
      </Button>
    </form>
  );
}
