import * as texts from 'virtual:site/texts';
import type { ReactNode } from 'react';
import { inThisLanguage, SET_UP_PATH } from '../../model/urls.ts';
import { SubmitButton } from '../button.tsx';
import type { RenderContext } from '../page-data.ts';
import { Field, NewPasswordField } from './field.tsx';
import { BackToSignIn, FormError, visitorPage } from './visitor-page.tsx';

/**
 * The first password of a new account, or a new one in place of a forgotten one. The server fills in `{{token}}`,
 * `{{next}}`, `{{error}}`, `{{name}}` and `{{email}}`.
 */
export function passwordPage(context: RenderContext, title: string, action: string): string {
  return oneTimePage(context, {
    title,
    lead: (
      <p className="visitor__lead" data-shown="{{email}}">
        {'{{name}} {{email}}'}
      </p>
    ),
    action,
    button: texts.inviteButton,
    fields: (
      <>
        <input type="hidden" name="next" value="{{next}}" />
        <input type="hidden" name="username" autoComplete="username" value="{{email}}" />
        <NewPasswordField
          label={texts.setupNewPassword}
          name="password"
          hint={texts.setupPasswordHint}
          autoFocus
        />
        <Field label={texts.setupRepeatPassword} name="again" type="password" autoComplete="new-password" />
      </>
    ),
    otherwise: <BackToSignIn keepsNext />,
  });
}

/** The first administrator. The server fills in `{{token}}`, `{{error}}`, `{{name}}` and `{{email}}`. */
export function setupTemplate(context: RenderContext): string {
  return oneTimePage(context, {
    title: texts.setupTitle,
    lead: <p className="visitor__lead">{texts.setupLead}</p>,
    action: SET_UP_PATH,
    button: texts.setupButton,
    fields: (
      <>
        <Field label={texts.setupName} name="name" autoComplete="name" value="{{name}}" autoFocus />
        <Field label={texts.setupEmail} name="email" type="email" autoComplete="username" value="{{email}}" />
        <NewPasswordField label={texts.setupPassword} name="password" hint={texts.setupPasswordHint} />
      </>
    ),
  });
}

interface OneTimePage {
  title: string;
  lead: ReactNode;
  /** Where its form leads. */
  action: string;
  button: string;
  fields: ReactNode;
  /** The way on from a link that is good no more. */
  otherwise?: ReactNode;
}

/** The page behind a one-time link: one form, with the link's token in it. */
function oneTimePage(context: RenderContext, page: OneTimePage): string {
  const { title, lead, action, button, fields, otherwise } = page;
  return visitorPage(
    context,
    title,
    <div className="visitor__words" lang={texts.signInLanguage}>
      <h1>{title}</h1>
      {lead}
      <FormError />
      {/* A link that is good no more has nothing to fill in. */}
      <form method="post" action={inThisLanguage(action)} data-waiting={texts.loading} data-shown="{{token}}">
        <input type="hidden" name="token" value="{{token}}" />
        {fields}
        <SubmitButton>{button}</SubmitButton>
      </form>
      {otherwise}
    </div>,
  );
}
