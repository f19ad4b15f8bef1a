import * as texts from 'virtual:site/texts';
import { callApi } from '../api-client.ts';
import { SubmitButton } from '../button.tsx';
import { NewPasswordField, PasswordField } from '../login/field.tsx';
import { FormProblem } from '../notice.tsx';
import { useSentForm } from '../use-sent-form.ts';
import { describeRefusedChange } from './refusal.ts';

export function PasswordSection({ email, onChanged }: { email: string; onChanged: () => void }) {
  const { problem, isBusy, onSubmit } = useSentForm(async (readField) => {
    if (readField('password') !== readField('again')) return [texts.passwordsDiffer, 'again'];
    const result = await callApi('POST /api/v1/account/password', {
      body: { current: readField('current'), password: readField('password') },
    });
    if (!result.done) return describeRefusedChange(result, 'password');
    onChanged();
    return undefined;
  });

  return (
    <section className="account__section" aria-labelledby="password-title">
      <div className="account__about">
        <h2 id="password-title">{texts.passwordTitle}</h2>
        <p>{texts.passwordLead}</p>
      </div>
      <form className="account__form" onSubmit={onSubmit}>
        {/* Password managers need the user name. */}
        <input hidden readOnly name="username" autoComplete="username" value={email} />
        <FormProblem problem={problem} />
        <PasswordField label={texts.currentPassword} name="current" />
        <NewPasswordField
          label={texts.newPassword}
          name="password"
          hint={texts.newPasswordHint}
          advice={texts.newPasswordAdvice}
        />
        <NewPasswordField label={texts.repeatPassword} name="again" />
        <SubmitButton aria-disabled={isBusy}>{texts.changePassword}</SubmitButton>
      </form>
    </section>
  );
}
