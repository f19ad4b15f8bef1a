import * as texts from 'virtual:site/texts';
import { FORGOTTEN_PATH, keepLanguage } from '../../model/urls.ts';
import { SubmitButton } from '../button.tsx';
import type { RenderContext } from '../page-data.ts';
import { BackToSignIn, EmailField, FormError, renderVisitorPage } from './visitor-page.tsx';

/** Requests a reset link by email. The server fills in `{{next}}`, `{{error}}` and `{{email}}`. */
export function renderForgottenTemplate(context: RenderContext): string {
  return renderVisitorPage(
    context,
    texts.forgottenTitle,
    <div className="visitor__words" lang={texts.signInLanguage}>
      <h1>{texts.forgottenTitle}</h1>
      <p className="visitor__lead">{texts.forgottenLead}</p>
      <form method="post" action={keepLanguage(FORGOTTEN_PATH)} data-waiting={texts.loading}>
        <FormError />
        <input type="hidden" name="next" value="{{next}}" />
        <EmailField />
        <SubmitButton>{texts.forgottenButton}</SubmitButton>
      </form>
      <BackToSignIn keepsNext />
    </div>,
  );
}
