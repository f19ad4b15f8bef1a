import * as texts from 'virtual:site/texts';
import type { ReactNode } from 'react';
import { addNextSlot, FORGOTTEN_PATH, keepLanguage, SIGN_IN_URL, toBrowserUrl } from '../../model/urls.ts';
import { SubmitButton } from '../button.tsx';
import type { RenderContext } from '../page-data.ts';
import { PasswordField } from './field.tsx';
import { PasskeyForm } from './passkey-form.tsx';
import { EmailField, FormError, renderVisitorPage } from './visitor-page.tsx';

/** Sign-in page for accounts that this site stores. `login` in model/templates.ts lists its slots. */
export function renderLoginTemplate(context: RenderContext): string {
  return renderLoginPage(
    context,
    <div className="visitor__ways">
      <FormError />
      <form method="post" action={keepLanguage(SIGN_IN_URL)} data-waiting={texts.loading}>
        <input type="hidden" name="next" value="{{next}}" />
        <EmailField />
        <PasswordField label={texts.password} name="password" showLabel={texts.showPassword} />
        <SubmitButton>{texts.signIn}</SubmitButton>
        <p>
          <a href={addNextSlot(FORGOTTEN_PATH)}>{texts.forgottenLink}</a>
        </p>
      </form>
      <PasskeyForm purpose="sign-in" label={texts.signInWithPasskey} />
    </div>,
    context.assets.passkeyScript,
  );
}

/**
 * Sign-in page for an OpenID Connect provider. A link instead of a form, because the policy blocks a form's response
 * from leading to the provider. The server fills in `{{start}}`, its URL, and `{{error}}`.
 */
export function renderOidcTemplate(context: RenderContext): string {
  return renderLoginPage(
    context,
    <div className="visitor__ways">
      <FormError />
      <a
        href={`${toBrowserUrl('/').slice(0, -1)}{{start}}`}
        className="button button--main"
        data-keeps-next=""
      >
        {texts.signIn}
      </a>
    </div>,
  );
}

/** `script`: script of this sign-in method. */
export function renderLoginPage(context: RenderContext, signInForm: ReactNode, script?: string): string {
  return renderVisitorPage(
    context,
    texts.signIn,
    <div className="visitor__words" lang={texts.signInLanguage} data-signed-out="">
      <h1>{texts.signIn}</h1>
      <p className="form-notice" role="status">
        {'{{notice}}'}
      </p>
      {signInForm}
    </div>,
    script,
  );
}
