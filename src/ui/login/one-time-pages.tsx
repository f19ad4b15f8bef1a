import * as texts from 'virtual:site/texts';
import type { ReactNode } from 'react';
import {
  addNextSlot,
  FORGOTTEN_PATH,
  INVITE_PATH,
  keepLanguage,
  RESET_PATH,
  SET_UP_PATH,
} from '../../model/urls.ts';
import { SubmitButton } from '../button.tsx';
import type { RenderContext } from '../page-data.ts';
import { Field, NewPasswordField } from './field.tsx';
import { BackToSignIn, FormError, renderVisitorPage } from './visitor-page.tsx';

/**
 * Page to set the first password of an account, or to reset it. The server fills in `{{token}}`, `{{next}}`,
 * `{{error}}`, `{{name}}` and `{{email}}`.
 */
function renderPasswordPage(
  context: RenderContext,
  { title, action, otherwise }: Pick<OneTimePage, 'title' | 'action' | 'otherwise'>,
): string {
  return renderOneTimePage(context, {
    title,
    lead: (
      <p className="visitor__lead" data-shown="{{email}}">
        {'{{name}}'}
        <br />
        {'{{email}}'}
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
          advice={texts.setupPasswordAdvice}
          showLabel={texts.showPassword}
          autoFocus
        />
        <Field
          label={texts.setupRepeatPassword}
          name="again"
          type="password"
          autoComplete="new-password"
          showLabel={texts.showPassword}
        />
      </>
    ),
    otherwise,
  });
}

/** Page of an invitation. */
export function inviteTemplate(context: RenderContext): string {
  return renderPasswordPage(context, {
    title: texts.inviteTitle,
    action: INVITE_PATH,
    otherwise: <BackToSignIn keepsNext />,
  });
}

/** Page to reset a password. If the link has expired, it leads to where a reader gets a new one. */
export function resetTemplate(context: RenderContext): string {
  return renderPasswordPage(context, {
    title: texts.resetTitle,
    action: RESET_PATH,
    otherwise: (
      <p className="visitor__back" lang={texts.signInLanguage}>
        <a href={addNextSlot(FORGOTTEN_PATH)}>{texts.requestNewLink}</a>
      </p>
    ),
  });
}

/** Page to create the first administrator. The server fills in `{{token}}`, `{{error}}`, `{{name}}` and `{{email}}`. */
export function renderSetUpTemplate(context: RenderContext): string {
  return renderOneTimePage(context, {
    title: texts.setupTitle,
    lead: <p className="visitor__lead">{texts.setupLead}</p>,
    action: SET_UP_PATH,
    button: texts.setupButton,
    fields: (
      <>
        <Field label={texts.setupName} name="name" autoComplete="name" value="{{name}}" autoFocus />
        <Field label={texts.setupEmail} name="email" type="email" autoComplete="username" value="{{email}}" />
        <NewPasswordField
          label={texts.setupPassword}
          name="password"
          hint={texts.setupPasswordHint}
          advice={texts.setupPasswordAdvice}
          showLabel={texts.showPassword}
        />
      </>
    ),
  });
}

interface OneTimePage {
  title: string;
  lead: ReactNode;
  /** URL of the form. */
  action: string;
  button: string;
  fields: ReactNode;
  /** Content for an invalid link. */
  otherwise?: ReactNode;
}

/** Page of a one-time link: a form with the link's token. */
function renderOneTimePage(context: RenderContext, page: OneTimePage): string {
  const { title, lead, action, button, fields, otherwise } = page;
  return renderVisitorPage(
    context,
    title,
    <div className="visitor__words" lang={texts.signInLanguage}>
      <h1>{title}</h1>
      {lead}
      <FormError />
      {/* The form is hidden if the link is invalid. */}
      <form method="post" action={keepLanguage(action)} data-waiting={texts.loading} data-shown="{{token}}">
        <input type="hidden" name="token" value="{{token}}" />
        {fields}
        <SubmitButton>{button}</SubmitButton>
      </form>
      {otherwise}
    </div>,
  );
}
