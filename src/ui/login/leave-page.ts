import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Texts } from '../../config/texts.ts';

/** Page that leads to another site if browsers would block a redirect. */
export function leavePage(
  address: string,
  { signOut, signInLanguage }: Pick<Texts, 'signOut' | 'signInLanguage'>,
): string {
  const head = h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { httpEquiv: 'refresh', content: `0; url=${address}` }),
    h('title', null, signOut),
  );
  const body = h('body', null, h('p', null, h('a', { href: address }, signOut)));
  return `<!doctype html>${renderToStaticMarkup(h('html', { lang: signInLanguage }, head, body))}`;
}
