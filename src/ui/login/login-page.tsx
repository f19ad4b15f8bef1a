import { renderToStaticMarkup } from 'react-dom/server';
import { texts } from '../../config/texts.ts';
import type { RenderContext } from '../page-data.ts';
import { BrandMark } from '../shell/brand-mark.tsx';
import { Field } from './field.tsx';
import { visitorDocument } from './visitor-document.ts';

/** The server fills in `{{next}}`, `{{error}}` and `{{email}}`. */
export function loginTemplate(context: RenderContext): string {
  return visitorDocument(
    context,
    texts.signIn,
    renderToStaticMarkup(<LoginPage name={context.config.name} />),
  );
}

function LoginPage({ name }: { name: string }) {
  return (
    <main className="visitor">
      <p className="visitor__brand">
        <BrandMark size={40} />
        {name}
      </p>
      <div lang="es">
        <h1>{texts.signIn}</h1>
        <form method="post" action="/auth/sign-in" data-waiting={texts.loading}>
          <p className="form-error" role="alert">
            {'{{error}}'}
          </p>
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
        </form>
      </div>
    </main>
  );
}
