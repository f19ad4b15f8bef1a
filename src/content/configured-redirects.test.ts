import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { siteFolder } from '../../testing/docs-folder.ts';
import { redirectsSchema } from '../config/docs-options.ts';
import { formatProblem } from '../shared/problem.ts';
import { configuredRedirects } from './configured-redirects.ts';

type Options = z.input<typeof redirectsSchema>;

function redirectsOf(options: Options, pages: readonly string[], basePath = '/', text = '') {
  const file = path.join(siteFolder({ 'docusaurus.config.js': text }), 'docusaurus.config.js');
  const read = configuredRedirects({ options: redirectsSchema.parse(options), file }, pages, basePath);
  return {
    redirects: read.redirects.map(({ from, to }) => `${from} → ${to}`),
    problems: read.problems.map((problem) => formatProblem({ ...problem, file: path.basename(file) })),
  };
}

test('lists lead below the base address, to pages as they are written', () => {
  const list = [
    { from: '/setup', to: '/start/install' },
    { from: ['/faq', '/old/faq/'], to: '/handbook?x=1#top' },
  ];
  const { redirects, problems } = redirectsOf(
    { list },
    ['/acme/', '/acme/start/install/', '/acme/handbook/'],
    '/acme/',
  );
  expect(problems).toEqual([]);
  expect(redirects).toEqual([
    '/acme/setup → /acme/start/install/',
    '/acme/faq → /acme/handbook/?x=1#top',
    '/acme/old/faq → /acme/handbook/?x=1#top',
  ]);
});

test('endings are added and taken away, and the function is asked for every page', () => {
  const seen: string[] = [];
  const create = (page: string) => {
    seen.push(page);
    return page === '/b/' ? ['/c', '/d'] : undefined;
  };
  const options = { fromExtensions: ['html'], toExtensions: ['htm'], create };
  expect(redirectsOf(options, ['/x/', '/x/a b', '/x/b/', '/x/page.htm', '/x/own.html'], '/x/')).toEqual({
    redirects: [
      '/x/a b.html → /x/a b',
      '/x/b.html → /x/b/',
      '/x/page.htm.html → /x/page.htm',
      '/x/page → /x/page.htm',
      '/x/c → /x/b/',
      '/x/d → /x/b/',
    ],
    problems: [],
  });
  expect(seen).toEqual(['/', '/a%20b', '/b/', '/page.htm', '/own.html']);
});

test('what cannot be is said with its line, and the first of two stays', () => {
  const list = [
    { from: '/a', to: '/nowher' },
    { from: 'b', to: '/nowhere' },
    { from: '/c', to: 'https://example.org' },
    { from: '/other', to: '/nowhere' },
    { from: '/d', to: '/other' },
    { from: '/d', to: '/nowhere' },
  ];
  const text = list.map(({ from, to }) => `{from: '${from}', to: '${to}'},`).join('\n');
  expect(redirectsOf({ list }, ['/nowhere', '/other'], '/', text)).toEqual({
    redirects: ['/d → /other'],
    problems: [
      'docusaurus.config.js:1: "/a" redirects to "/nowher", which does not exist. Did you mean "/nowhere"?',
      'docusaurus.config.js:2: The redirect from "b" must start with a slash, and is a path alone.',
      'docusaurus.config.js:3: warning: The redirect from "/c" leads out of this site, to "https://example.org": it is left out.',
      'docusaurus.config.js:4: warning: "/other" is a page of this site: the redirect to "/nowhere" is left out.',
    ],
  });
});

test("what the owner's function throws is a mistake of the configuration", () => {
  const create = () => {
    throw new Error('No.');
  };
  expect(redirectsOf({ create }, ['/a'], '/', 'plugins: [\n  createRedirects: () => {}')).toEqual({
    redirects: [],
    problems: ['docusaurus.config.js:2: createRedirects failed: No.'],
  });
});

test('the function runs in the site folder and cannot end the program', () => {
  const text = '/written-in-a-file';
  const create = () => [readFileSync('docusaurus.config.js', 'utf8')];
  expect(redirectsOf({ create }, ['/intro'], '/', text)).toEqual({
    redirects: ['/written-in-a-file → /intro'],
    problems: [],
  });
  const { problems } = redirectsOf({ create: () => process.exit(3) }, ['/intro']);
  expect(problems.join()).toContain('createRedirects failed: it calls process.exit(3)');
});
