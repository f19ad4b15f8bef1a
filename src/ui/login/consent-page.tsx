import * as texts from 'virtual:site/texts';
import { CONSENT_PATH, SIGN_OUT_URL } from '../../model/urls.ts';
import { Button, SubmitButton } from '../button.tsx';
import { fillText } from '../fill-text.ts';
import type { RenderContext } from '../page-data.ts';
import { PasswordField } from './field.tsx';
import { FormError, renderVisitorPage } from './visitor-page.tsx';

/**
 * Asks a reader to connect an app. The server fills in the app (`{{client}}`, the name it gave itself, and `{{host}}`,
 * which publishes it), where the response goes (`{{returns}}`), the account, and the expiry. `{{password}}` isn't empty
 * if the reader has to confirm who they are, and `{{signOut}}` if that needs a new sign-in.
 */
export function renderConsentTemplate(context: RenderContext): string {
  const may = { site: context.config.name, until: '{{until}}' };
  return renderVisitorPage(
    context,
    texts.consentTitle,
    <div className="visitor__words" lang={texts.signInLanguage}>
      <h1>{texts.consentTitle}</h1>
      <FormError />
      <p className="visitor__lead">{fillText(texts.consentAsks, { client: '{{client}}' })}</p>
      <dl className="consent">
        <dt>{texts.consentFrom}</dt>
        <dd>
          <b>{'{{host}}'}</b>
        </dd>
        <dt>{texts.consentReturns}</dt>
        <dd>
          <b>{'{{returns}}'}</b>
        </dd>
        <dt>{texts.consentAs}</dt>
        <dd>{'{{email}}'}</dd>
        <dt>{texts.consentMayTitle}</dt>
        <dd>{fillText(texts.consentMay, may)}</dd>
      </dl>
      <p className="consent__note">{texts.consentWarning}</p>
      <div className="visitor__ways">
        <form method="post" action={CONSENT_PATH} data-waiting={texts.loading}>
          <input type="hidden" name="uid" value="{{uid}}" />
          <input type="hidden" name="answer" value="yes" />
          <div data-shown="{{password}}">
            <PasswordField label={texts.consentPassword} name="password" isOptional />
          </div>
          <SubmitButton>{texts.consentYes}</SubmitButton>
        </form>
        <form method="post" action={SIGN_OUT_URL} data-shown="{{signOut}}">
          <p className="consent__note">{texts.consentSignInAgain}</p>
          <Button type="submit">{texts.signOut}</Button>
        </form>
        <form method="post" action={CONSENT_PATH} data-waiting={texts.loading}>
          <input type="hidden" name="uid" value="{{uid}}" />
          <input type="hidden" name="answer" value="no" />
          <Button type="submit">{texts.consentNo}</Button>
        </form>
      </div>
    </div>,
  );
}
