import * as texts from 'virtual:site/texts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ACCOUNT_PATH, addNextSlot, keepLanguage, LOGIN_PATH } from '../../model/urls.ts';
import { escapeHtml } from '../../shared/html.ts';
import type { RenderContext } from '../page-data.ts';
import { formatThemeAttributes, renderHeadMeta } from '../shell/document.ts';
import { notLoadedBanner } from '../shell/drawing/not-loaded-banner.ts';
import { inlineScripts } from '../shell/inline-scripts.ts';
import { BrandMark } from '../shell/navbar/brand-mark.tsx';
import { SiteLogo } from '../shell/navbar/site-logo.tsx';
import { Field } from './field.tsx';

/**
 * A page for visitors: the name of the site and the content, without documentation. `script`: script of the page,
 * besides that of forms.
 */
export function renderVisitorPage(
  { assets, config }: RenderContext,
  title: string,
  content: ReactNode,
  script?: string,
): string {
  const body = renderToStaticMarkup(
    <main className="visitor">
      <p className="visitor__brand">
        {assets.logo ? (
          <SiteLogo logo={{ ...config.navbar.logo, ...assets.logo, alt: '' }} className="visitor__logo" />
        ) : (
          <BrandMark />
        )}
        {config.name}
      </p>
      {content}
    </main>,
  );
  const { lang = 'en', dir = 'ltr' } = config;
  // Languages without sign-in texts use English here.
  const isPageLanguage = new Intl.Locale(lang).language === new Intl.Locale(texts.signInLanguage).language;
  const scripts = [assets.loginScript, ...(script === undefined ? [] : [script])];
  return `<!doctype html>
<html lang="${isPageLanguage ? lang : 'en'}" dir="${isPageLanguage ? dir : 'ltr'}"${formatThemeAttributes(config)}>
<head>
${renderHeadMeta(`${title} ${config.titleDelimiter} ${config.name}`, '', assets)}
<script>${inlineScripts.beforeBody}</script>
<style>${assets.loginStyle}</style>
${scripts.map((address) => `<script type="module" src="${escapeHtml(address)}"></script>`).join('\n')}
</head>
<body>
${notLoadedBanner}
${body}
</body>
</html>
`;
}

/** Page with a result, `{{message}}`, and a link to go on. By default it leads to the account. */
export function answerPage(context: RenderContext, title: string, wayOn: ReactNode = toAccount): string {
  return renderVisitorPage(
    context,
    title,
    <div className="visitor__words" lang={texts.signInLanguage}>
      <h1>{title}</h1>
      <p className="visitor__lead" role="status">
        {'{{message}}'}
      </p>
      {wayOn}
    </div>,
  );
}

const toAccount = (
  <p>
    <a href={ACCOUNT_PATH}>{texts.toAccount}</a>
  </p>
);

/** `keepsNext`: the template has the slot `encodedNext`, which holds where the reader wanted to go. */
export function BackToSignIn({ keepsNext = false }: { keepsNext?: boolean }) {
  return (
    <p className="visitor__back" lang={texts.signInLanguage}>
      <a href={keepsNext ? addNextSlot(LOGIN_PATH) : keepLanguage(LOGIN_PATH)}>{texts.backToSignIn}</a>
    </p>
  );
}

/** Email of the account. The server fills in `{{email}}`. */
export function EmailField() {
  return (
    <Field
      label={texts.email}
      name="email"
      type="email"
      autoComplete="username"
      value="{{email}}"
      autoFocus
    />
  );
}

/** Error of the last attempt. Empty and hidden unless the server fills it in. */
export function FormError() {
  return (
    <p className="form-error" role="alert">
      {'{{error}}'}
    </p>
  );
}
