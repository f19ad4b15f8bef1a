import { renderToStaticMarkup } from 'react-dom/server';
import { texts } from '../../config/texts.ts';
import type { RenderContext } from '../page-data.ts';
import { BrandMark } from '../shell/brand-mark.tsx';
import { Field } from './field.tsx';
import { visitorDocument } from './visitor-document.ts';

/** The one-time link of a new account. The server fills in `{{token}}`, `{{error}}`, `{{name}}` and `{{email}}`. */
export function inviteTemplate(context: RenderContext): string {
  return visitorDocument(
    context,
    texts.inviteTitle,
    renderToStaticMarkup(<InvitePage name={context.config.name} />),
  );
}

function InvitePage({ name }: { name: string }) {
  return (
    <main className="visitor">
      <p className="visitor__brand">
        <BrandMark size={40} />
        {name}
      </p>
      <h1>{texts.inviteTitle}</h1>
      <p className="visitor__lead">{'{{name}} {{email}}'}</p>
      <form method="post" action="/invite" data-waiting={texts.loading}>
        <p className="form-error" role="alert">
          {'{{error}}'}
        </p>
        <input type="hidden" name="token" value="{{token}}" />
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
        <button type="submit" className="button button--main">
          {texts.inviteButton}
        </button>
      </form>
    </main>
  );
}
