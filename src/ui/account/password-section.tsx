import * as texts from 'virtual:site/texts';
import { type FormEvent, useState } from 'react';
import { callApi } from '../api-client.ts';
import { Field } from '../login/field.tsx';
import { refusal } from './refusal.ts';

export function PasswordSection({ email, onChanged }: { email: string; onChanged: () => void }) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function change(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const typed = new FormData(form);
    const text = (name: string) => String(typed.get(name) ?? '');
    const refuse = (why: string, field: string) => {
      setProblem(why);
      form.querySelector<HTMLElement>(`[name=${field}]`)?.focus();
    };
    setProblem(undefined);
    if (text('password') !== text('again')) return refuse(texts.passwordsDiffer, 'again');
    setBusy(true);
    const result = await callApi('POST /api/v1/account/password', {
      body: { current: text('current'), password: text('password') },
    });
    setBusy(false);
    if (!result.done) return refuse(...refusal(result, 'password'));
    form.reset();
    onChanged();
  }

  return (
    <section className="account__section" aria-labelledby="password-title">
      <div className="account__about">
        <h2 id="password-title">{texts.passwordTitle}</h2>
        <p>{texts.passwordLead}</p>
      </div>
      <form className="account__form" onSubmit={change}>
        {/* For password managers. */}
        <input hidden readOnly name="username" autoComplete="username" value={email} />
        <div role="alert">{problem && <p className="form-error">{problem}</p>}</div>
        <Field label={texts.currentPassword} name="current" type="password" autoComplete="current-password" />
        <Field
          label={texts.newPassword}
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={12}
          hint={texts.setupPasswordHint}
        />
        <Field
          label={texts.repeatPassword}
          name="again"
          type="password"
          autoComplete="new-password"
          minLength={12}
        />
        <button type="submit" className="button button--main" aria-disabled={isBusy}>
          {texts.changePassword}
        </button>
      </form>
    </section>
  );
}
