import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { RenderContext } from '../page-data.ts';
import { BrandMark } from '../shell/brand-mark.tsx';
import { SiteLogo } from '../shell/site-logo.tsx';
import { visitorDocument } from './visitor-document.ts';

/** What a visitor's page says under the product's name. `script`: of its own, besides the one of every form. */
export function visitorPage(
  context: RenderContext,
  title: string,
  content: ReactNode,
  script?: string,
): string {
  const { name, navbar } = context.config;
  const { logo } = context.assets;
  return visitorDocument(
    context,
    title,
    renderToStaticMarkup(
      <main className="visitor">
        <p className="visitor__brand">
          {logo ? (
            <SiteLogo logo={{ ...navbar.logo, ...logo, alt: '' }} className="visitor__logo" />
          ) : (
            <BrandMark />
          )}
          {name}
        </p>
        {content}
      </main>,
    ),
    script,
  );
}

/** Why the last try came to nothing: empty, and then not to be seen, unless the server fills it in. */
export function FormError() {
  return (
    <p className="form-error" role="alert">
      {'{{error}}'}
    </p>
  );
}
