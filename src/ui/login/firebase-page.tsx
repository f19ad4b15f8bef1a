import * as texts from 'virtual:site/texts';
import { Button, SubmitButton } from '../button.tsx';
import type { RenderContext } from '../page-data.ts';
import { Field, PasswordField } from './field.tsx';
import type { FirebaseMessages } from './firebase-errors.ts';
import { renderLoginPage } from './login-page.tsx';
import { FormError } from './visitor-page.tsx';

/** Texts for the script of this page, which carries none itself. */
const messages: FirebaseMessages = {
  wrongCredentials: texts.wrongCredentials,
  tooManyAttempts: texts.tooManyAttemptsElsewhere,
  popupBlocked: texts.popupBlocked,
  otherMethod: texts.otherSignInMethod,
  unavailable: texts.signInUnavailable,
};

/**
 * Sign-in page of the hosted identity service. Its client signs the user in, only in this page's memory, and the script
 * sends the token to the server. The server fills in the client's configuration, `{{next}}` and `{{error}}`.
 */
export function renderFirebaseTemplate(context: RenderContext, script: string): string {
  return renderLoginPage(
    context,
    <div
      className="visitor__ways"
      id="firebase"
      data-api-key="{{apiKey}}"
      data-auth-domain="{{authDomain}}"
      data-project-id="{{projectId}}"
      data-emulator="{{emulator}}"
      data-providers="{{providers}}"
      data-next="{{next}}"
      data-messages={JSON.stringify(messages)}
    >
      <FormError />
      <noscript>
        <p className="form-error">{texts.scriptsNeeded}</p>
      </noscript>
      <p className="visitor__with-scripts" role="status">
        {texts.loading}
      </p>
      <form hidden>
        <Field label={texts.email} name="email" type="email" autoComplete="username" />
        <PasswordField label={texts.password} name="password" />
        <SubmitButton>{texts.signIn}</SubmitButton>
      </form>
      <Button id="google" hidden>
        {texts.signInWithGoogle}
      </Button>
    </div>,
    script,
  );
}
