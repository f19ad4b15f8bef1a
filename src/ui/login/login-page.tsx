import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { texts } from '../../config/texts.ts';
import type { RenderContext } from '../page-data.ts';
import { BrandMark } from '../shell/brand-mark.tsx';
import { Field } from './field.tsx';
import { visitorDocument } from './visitor-document.ts';

/** Accounts of this site. The server fills in `{{next}}`, `{{error}}` and `{{email}}`. */
export function loginTemplate(context: RenderContext): string {
  return loginDocument(
    context,
    <form method="post" action="/auth/sign-in" data-waiting={texts.loading}>
      <LoginError />
      <input type="hidden" name="next" value="{{next}}" />
      <Field
        label={texts.email}
        name="email"
        type="email"
        autoComplete="username"
        value="{{email}}"
        autoFocus
      />
      <Field label={texts.password} name="password" type="password" autoComplete="current-password" />
      <button type="submit" className="button button--main">
        {texts.signIn}
      </button>
    </form>,
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
      <LoginError />
      <a href="{{start}}" className="button button--main">
        {texts.signIn}
      </a>
    </div>,
  );
}

/** `script`: of this way to sign in, where the forms' own is not enough. */
export function loginDocument(context: RenderContext, way: ReactNode, script?: string): string {
  return visitorDocument(
    context,
    texts.signIn,
    renderToStaticMarkup(
      <main className="visitor">
        <p className="visitor__brand">
          <BrandMark size={40} />
          {context.config.name}
        </p>
        <div lang="es">
          <h1>{texts.signIn}</h1>
          {way}
        </div>
      </main>,
    ),
    script,
  );
}

export function LoginError() {
  return (
    <p className="form-error" role="alert">
      {'{{error}}'}
    </p>
  );
}
