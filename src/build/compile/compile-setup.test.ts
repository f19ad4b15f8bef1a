import { expect, test } from 'vitest';
import type { SiteAnswers } from '../../markdown/dependencies.ts';
import { answersNow } from './compile-setup.ts';

/** Every answer of a site says which site gave it. */
const siteCalled = (name: string): SiteAnswers =>
  new Proxy({} as SiteAnswers, { get: (_, question) => () => `${name} ${String(question)}` });

test('a compiler that outlives a Site is answered by the present one, whatever it asks', () => {
  let site = siteCalled('first');
  const answers = answersNow(() => site);
  site = siteCalled('second');
  const given = Object.entries(answers).map(([name, ask]: [string, (about: string) => unknown]) => [
    name,
    ask(''),
  ]);
  expect(Object.fromEntries(given)).toEqual({
    docPath: 'second docPath',
    cards: 'second cards',
    cardsOfSome: 'second cardsOfSome',
    sidebar: 'second sidebar',
    sidebars: 'second sidebars',
    metadata: 'second metadata',
    codeVersion: 'second codeVersion',
    facts: 'second facts',
    allDocs: 'second allDocs',
  });
});
