import * as texts from 'virtual:site/texts';
import { INVITE_PATH } from '../../model/urls.ts';
import type { RenderContext } from '../page-data.ts';
import { Field } from './field.tsx';
import { oneTimePage } from './one-time-page.tsx';

/** A new account's own password. The server fills in `{{token}}`, `{{error}}`, `{{name}}` and `{{email}}`. */
export function inviteTemplate(context: RenderContext): string {
  return oneTimePage(context, {
    title: texts.inviteTitle,
    lead: '{{name}} {{email}}',
    action: INVITE_PATH,
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
