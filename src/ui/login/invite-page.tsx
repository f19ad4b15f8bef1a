import * as texts from 'virtual:site/texts';
import { INVITE_PATH, RESET_PATH } from '../../model/urls.ts';
import type { RenderContext } from '../page-data.ts';
import { Field } from './field.tsx';
import { oneTimePage } from './one-time-page.tsx';

/** A new account's own password. The server fills in `{{token}}`, `{{error}}`, `{{name}}` and `{{email}}`. */
export function inviteTemplate(context: RenderContext): string {
  return passwordPage(context, texts.inviteTitle, INVITE_PATH);
}

/** Another password for one that was forgotten; filled in likewise. */
export function resetTemplate(context: RenderContext): string {
  return passwordPage(context, texts.resetTitle, RESET_PATH);
}

function passwordPage(context: RenderContext, title: string, action: string): string {
  return oneTimePage(context, {
    title,
    lead: '{{name}} {{email}}',
    action,
    button: texts.inviteButton,
    fields: (
      <>
        <input type="hidden" name="username" autoComplete="username" value="{{email}}" />
        <Field
          label={texts.newPassword}
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={12}
          hint={texts.setupPasswordHint}
          autoFocus
        />
        <Field label={texts.repeatPassword} name="again" type="password" autoComplete="new-password" />
      </>
    ),
  });
}
