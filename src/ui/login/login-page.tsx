import * as texts from 'virtual:site/texts';
import type { ReactNode } from 'react';
import { browserUrl, FORGOTTEN_PATH, inThisLanguage, SIGN_IN_URL, withNextSlot } from '../../model/urls.ts';
import { SubmitButton } from '../button.tsx';
import type { RenderContext } from '../page-data.ts';
import { PasswordField } from './field.tsx';
import { PasskeyForm } from './passkey-form.tsx';
import { EmailField, FormError, visitorPage } from './visitor-page.tsx';

/** Sign-in for accounts that this site keeps. `login` in model/templates.ts lists what the server fills in. */
export function loginTemplate(context: RenderContext): string {
  return loginDocument(
    context,
    <div className="visitor__ways">
      <FormError />
      <form method="post" action={inThisLanguage(SIGN_IN_URL)} data-waiting={texts.loading}>
        <input type="hidden" name="next" value="{{next}}" />
        <EmailField />
        <PasswordField label={texts.password} name="password" />
        <SubmitButton>{texts.signIn}</SubmitButton>
        <p>
          <a href={withNextSlot(FORGOTTEN_PATH)}>{texts.forgottenLink}</a>
        </p>
      </form>
      <PasskeyForm purpose="sign-in" label={texts.signInWithPasskey} />
    </div>,
    context.assets.passkeyScript,
  );
}

/**
 * An OpenID Connect provider. A link and no form: the policy would hold a form's answer back from leading to
 * the provider. The server fills in `{{start}}`, its address, and `{{error}}`.
 */
export function oidcLoginTemplate(context: RenderContext): string {
  return loginDocument(
    context,
    <div className="visitor__ways">
      <FormError />
      <a href={`${browserUrl('/').slice(0, -1)}{{start}}`} className="button button--main" data-keeps-next="">
        {texts.signIn}
      </a>
    </div>,
  );
}

/** `script`: of this way to sign in. */
export function loginDocument(context: RenderContext, way: ReactNode, script?: string): string {
  return visitorPage(
    context,
    texts.signIn,
    <div lang={texts.signInLanguage} data-signed-out="">
      <h1>{texts.signIn}</h1>
      <p className="form-notice" role="status">
        {'{{notice}}'}
      </p>
      {way}
    </div>,
    script,
  );
}
