import * as texts from 'virtual:site/texts';
import { EMAIL_CHANGE_PATH, keepLanguage } from '../../model/urls.ts';
import { SubmitButton } from '../button.tsx';
import type { RenderContext } from '../page-data.ts';
import { renderVisitorPage } from './visitor-page.tsx';

/** Confirms a new email. The server fills in `{{token}}`, `{{email}}` and `{{name}}`. */
export function confirmEmailTemplate(context: RenderContext): string {
  return renderVisitorPage(
    context,
    texts.confirmEmailTitle,
    <div className="visitor__words" lang={texts.signInLanguage}>
      <h1>{texts.confirmEmailTitle}</h1>
      <p className="visitor__lead">{texts.confirmEmailLead}</p>
      <p className="visitor__lead">
        {'{{name}} '}
        <b>{'{{email}}'}</b>
      </p>
      <form method="post" action={keepLanguage(EMAIL_CHANGE_PATH)} data-waiting={texts.loading}>
        <input type="hidden" name="token" value="{{token}}" />
        <SubmitButton>{texts.confirmEmailButton}</SubmitButton>
      </form>
    </div>,
  );
}
