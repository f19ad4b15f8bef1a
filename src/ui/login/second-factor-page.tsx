import * as texts from 'virtual:site/texts';
import type { ReactNode } from 'react';
import { addNextSlot, keepLanguage, LOGIN_PATH, SECOND_FACTOR_PATH } from '../../model/urls.ts';
import { Button, SubmitButton } from '../button.tsx';
import type { RenderContext } from '../page-data.ts';
import { Field } from './field.tsx';
import { PasskeyForm } from './passkey-form.tsx';
import { FormError, renderVisitorPage } from './visitor-page.tsx';

/**
 * Second step of a sign-in. The server fills in `{{next}}` and `{{error}}`, and `{{codes}}` and `{{passkeys}}`: a form
 * whose slot is empty is hidden.
 */
export function renderSecondFactorTemplate(context: RenderContext): string {
  return renderFactorPage(
    context,
    texts.secondFactorTitle,
    texts.secondFactorLead,
    <div className="visitor__ways">
      <FormError />
      <PasskeyForm purpose="second-factor" label={texts.factorPasskey} />
      <form
        method="post"
        action={keepLanguage(SECOND_FACTOR_PATH)}
        data-waiting={texts.loading}
        data-shown="{{codes}}"
      >
        <input type="hidden" name="next" value="{{next}}" />
        <Field
          label={texts.factorCode}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
        />
        <SubmitButton>{texts.factorContinue}</SubmitButton>
      </form>
      <details className="visitor__other">
        <summary>{texts.recoveryCodeInstead}</summary>
        <form method="post" action={keepLanguage(SECOND_FACTOR_PATH)} data-waiting={texts.loading}>
          <input type="hidden" name="next" value="{{next}}" />
          <Field label={texts.recoveryCode} name="recovery" />
          <Button type="submit">{texts.factorContinue}</Button>
        </form>
      </details>
    </div>,
  );
}

/**
 * For users who are required to have a second factor and have none. `{{picture}}` and `{{secret}}` are for an
 * authenticator app.
 */
export function renderSecondFactorSetUpTemplate(context: RenderContext): string {
  return renderFactorPage(
    context,
    texts.secondFactorSetUpTitle,
    texts.secondFactorSetUpLead,
    <div className="visitor__ways">
      <FormError />
      <section className="visitor__way" data-shown="{{passkeys}}">
        <h2>{texts.passkeySetUpTitle}</h2>
        <p>{texts.passkeySetUpLead}</p>
        <PasskeyForm purpose="second-factor" label={texts.createPasskey} />
        <noscript>
          <p>{texts.scriptsNeeded}</p>
        </noscript>
      </section>
      <section className="visitor__way" data-shown="{{codes}}">
        <h2>{texts.factorAppTitle}</h2>
        <p>{texts.factorAppLead}</p>
        <img className="qr" src="{{picture}}" alt={texts.factorAppPicture} width="200" height="200" />
        <p>
          {texts.factorAppKey}: <code className="code-key">{'{{secret}}'}</code>
        </p>
        <form method="post" action={keepLanguage(SECOND_FACTOR_PATH)} data-waiting={texts.loading}>
          <input type="hidden" name="next" value="{{next}}" />
          <Field label={texts.factorCode} name="code" autoComplete="one-time-code" inputMode="numeric" />
          <Button type="submit">{texts.factorContinue}</Button>
        </form>
      </section>
    </div>,
  );
}

/** Recovery codes after the first factor is added: `{{codes}}`, one per line, and `{{next}}`. */
export function renderRecoveryCodesTemplate(context: RenderContext): string {
  return renderVisitorPage(
    context,
    texts.factorRecoveryTitle,
    <div className="visitor__words" lang={texts.signInLanguage}>
      <h1>{texts.factorRecoveryTitle}</h1>
      <p className="visitor__lead">{texts.factorRecoveryLead}</p>
      <pre className="recovery-codes">{'{{codes}}'}</pre>
      <a href="{{next}}" className="button button--main">
        {texts.factorRecoveryKept}
      </a>
    </div>,
  );
}

function renderFactorPage(
  context: RenderContext,
  title: string,
  lead: string,
  factorForms: ReactNode,
): string {
  return renderVisitorPage(
    context,
    title,
    <div className="visitor__words" lang={texts.signInLanguage}>
      <h1>{title}</h1>
      <p className="visitor__lead">{lead}</p>
      {factorForms}
      <p>
        <a href={addNextSlot(LOGIN_PATH)}>{texts.backToSignIn}</a>
      </p>
    </div>,
    context.assets.passkeyScript,
  );
}
