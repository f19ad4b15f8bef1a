import * as texts from 'virtual:site/texts';
import { SET_UP_PATH } from '../../model/urls.ts';
import type { RenderContext } from '../page-data.ts';
import { Field } from './field.tsx';
import { oneTimePage } from './one-time-page.tsx';

/** The first administrator. The server fills in `{{token}}`, `{{error}}`, `{{name}}` and `{{email}}`. */
export function setupTemplate(context: RenderContext): string {
  return oneTimePage(context, {
    title: texts.setupTitle,
    lead: texts.setupLead,
    action: SET_UP_PATH,
    button: texts.setupButton,
    fields: (
      <>
        <Field
          label={texts.setupName}
          name="name"
          type="text"
          autoComplete="name"
          value="{{name}}"
          autoFocus
        />
        <Field label={texts.setupEmail} name="email" type="email" autoComplete="username" value="{{email}}" />
        <Field
          label={texts.setupPassword}
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={12}
          hint={texts.setupPasswordHint}
        />
      </>
    ),
  });
}
