import { expect, test } from 'vitest';
import type { SiteAnswers } from '../../markdown/dependencies.ts';
import { delegateAnswers } from './compile-setup.ts';

/** Answers that name the site and the question. */
const createSiteCalled = (name: string): SiteAnswers =>
  new Proxy({} as SiteAnswers, { get: (_, question) => () => `${name} ${String(question)}` });

test('a compiler that outlives a Site always asks the current one', () => {
  let site = createSiteCalled('first');
  const answers = delegateAnswers(() => site);
  site = createSiteCalled('second');
  const receivedAnswers = Object.entries(answers).map(([name, ask]: [string, (about: string) => unknown]) => [
    name,
    ask(''),
  ]);
  expect(Object.fromEntries(receivedAnswers)).toEqual({
    findDocPath: 'second findDocPath',
    listCards: 'second listCards',
    listCardsOfSome: 'second listCardsOfSome',
    getSidebar: 'second getSidebar',
    getSidebars: 'second getSidebars',
    getMetadata: 'second getMetadata',
    getCodeVersion: 'second getCodeVersion',
    getPageFacts: 'second getPageFacts',
    getAllDocs: 'second getAllDocs',
    getBlogs: 'second getBlogs',
  });
});
