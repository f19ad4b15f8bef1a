import { renderToStaticMarkup } from 'react-dom/server';
import { texts } from '../../config/texts.ts';
import type { RenderContext } from '../page-data.ts';
import { BrandMark } from '../shell/brand-mark.tsx';
import { Field } from './field.tsx';
import { visitorDocument } from './visitor-document.ts';

/** The first administrator. The server fills in `{{token}}`, `{{error}}`, `{{name}}` and `{{email}}`. */
export function setupTemplate(context: RenderContext): string {
  return visitorDocument(
    context,
    texts.setupTitle,
    renderToStaticMarkup(<SetupPage name={context.config.name} />),
  );
}

function SetupPage({ name }: { name: string }) {
  return (
    <main className="visitor">
      <p className="visitor__brand">
        <BrandMark size={40} />
        {name}
      </p>
      <h1>{texts.setupTitle}</h1>
      <p className="visitor__lead">{texts.setupLead}</p>
      <form method="post" action="/setup" data-waiting={texts.loading}>
        <p className="form-error" role="alert">
          {'{{error}}'}
        </p>
        <input type="hidden" name="token" value="{{token}}" />
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
        <button type="submit" className="button button--main">
          {texts.setupButton}
        </button>
      </form>
    </main>
  );
}
