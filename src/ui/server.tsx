import { pages } from 'virtual:site/pages';
import * as texts from 'virtual:site/texts';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { App } from './app.tsx';
import { renderLive } from './live/render-live.tsx';
import { confirmEmailTemplate } from './login/confirm-email-page.tsx';
import { renderConsentTemplate } from './login/consent-page.tsx';
import { renderFirebaseTemplate } from './login/firebase-page.tsx';
import { renderForgottenTemplate } from './login/forgotten-page.tsx';
import { renderLoginTemplate, renderOidcTemplate } from './login/login-page.tsx';
import { inviteTemplate, renderSetUpTemplate, resetTemplate } from './login/one-time-pages.tsx';
import {
  renderRecoveryCodesTemplate,
  renderSecondFactorSetUpTemplate,
  renderSecondFactorTemplate,
} from './login/second-factor-page.tsx';
import { answerPage, BackToSignIn } from './login/visitor-page.tsx';
import type { PageData, RenderContext, UiRenderer } from './page-data.ts';
import furtherStyle from './pages/further-pages.css?inline';
import { renderPageDocument } from './shell/document.ts';
import { inlineScripts } from './shell/inline-scripts.ts';
import { toView } from './view.ts';

function renderPage(data: PageData, context: RenderContext): string {
  const view = toView(data);
  return renderPageDocument(view, renderToString(<App config={context.config} view={view} />), context);
}

function renderStandalone(
  file: string,
  context: Parameters<UiRenderer['renderStandalone']>[1],
): ReturnType<UiRenderer['renderStandalone']> {
  const module = pages[file];
  if (!module) throw new Error(`src/pages/${file} wasn't there when the UI was bundled.`);
  const { default: Page, title = context.config.name, description = context.config.tagline } = module;
  return { html: renderToStaticMarkup(<Page {...context} />), title, description };
}

export const renderer: UiRenderer = {
  renderPage,
  renderLive,
  renderStandalone,
  renderTemplates: (context) => ({
    ...(context.assets.firebaseScript === undefined
      ? {}
      : { 'login-firebase': renderFirebaseTemplate(context, context.assets.firebaseScript) }),
    login: renderLoginTemplate(context),
    'login-oidc': renderOidcTemplate(context),
    setup: renderSetUpTemplate(context),
    invite: inviteTemplate(context),
    reset: resetTemplate(context),
    'confirm-email': confirmEmailTemplate(context),
    'confirm-email-answer': answerPage(context, texts.confirmEmailTitle),
    forgotten: renderForgottenTemplate(context),
    'forgotten-answer': answerPage(context, texts.forgottenTitle, <BackToSignIn />),
    'second-factor': renderSecondFactorTemplate(context),
    'second-factor-set-up': renderSecondFactorSetUpTemplate(context),
    'recovery-codes': renderRecoveryCodesTemplate(context),
    consent: renderConsentTemplate(context),
    'consent-answer': answerPage(context, texts.consentTitle),
  }),
  inlineScripts: Object.values(inlineScripts),
  inlineStyles: ({ assets }) => [assets.shellStyle, assets.style, furtherStyle, assets.loginStyle],
};
