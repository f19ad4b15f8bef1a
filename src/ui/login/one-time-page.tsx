import * as texts from 'virtual:site/texts';
import type { ReactNode } from 'react';
import type { RenderContext } from '../page-data.ts';
import { FormError, visitorPage } from './visitor-page.tsx';

interface OneTimePage {
  title: string;
  lead: string;
  /** Where its form leads. */
  action: string;
  button: string;
  fields: ReactNode;
}

/** The page behind a one-time link: one form, with the link's token in it. */
export function oneTimePage(
  context: RenderContext,
  { title, lead, action, button, fields }: OneTimePage,
): string {
  return visitorPage(
    context,
    title,
    <>
      <h1>{title}</h1>
      <p className="visitor__lead">{lead}</p>
      <form method="post" action={action} data-waiting={texts.loading}>
        <FormError />
        <input type="hidden" name="token" value="{{token}}" />
        {fields}
        <button type="submit" className="button button--main">
          {button}
        </button>
      </form>
    </>,
  );
}
