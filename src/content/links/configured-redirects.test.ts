import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { createSiteFolder } from '../../../testing/docs-folder.ts';
import { redirectsSchema } from '../../config/docs-options.ts';
import { formatProblem } from '../../shared/problem.ts';
import { readConfiguredRedirects } from './configured-redirects.ts';

type Options = z.input<typeof redirectsSchema>;

function readRedirects(options: Options, pages: readonly string[], basePath = '/', text = '') {
  const file = path.join(createSiteFolder({ 'docusaurus.config.js': text }), 'docusaurus.config.js');
  const result = readConfiguredRedirects({ options: redirectsSchema.parse(options), file }, pages, basePath);
  return {
    redirects: result.redirects.map(({ from, to }) => `${from} → ${to}`),
    problems: result.problems.map((problem) => formatProblem({ ...problem, file: path.basename(file) })),
  };
}

test('reads lists relative to the base path, and leads to pages as they are written', () => {
  const list = [
    { from: '/setup', to: '/start/install' },
    { from: ['/faq', '/old/faq/'], to: '/handbook?x=1#top' },
  ];
  const { redirects, problems } = readRedirects(
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

test('adds and removes extensions, and calls the function for every page', () => {
  const pagesSeen: string[] = [];
  const create = (page: string) => {
    pagesSeen.push(page);
    return page === '/b/' ? ['/c', '/d'] : undefined;
  };
  const options = { fromExtensions: ['html'], toExtensions: ['htm'], create };
  expect(readRedirects(options, ['/x/', '/x/a b', '/x/b/', '/x/page.htm', '/x/own.html'], '/x/')).toEqual({
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
  expect(pagesSeen).toEqual(['/', '/a%20b', '/b/', '/page.htm', '/own.html']);
});

test('reports wrong redirects with their line, and keeps the first of two', () => {
  const list = [
    { from: '/a', to: '/nowher' },
    { from: 'b', to: '/nowhere' },
    { from: '/c', to: 'https://example.org' },
    { from: '/other', to: '/nowhere' },
    { from: '/d', to: '/other' },
    { from: '/d', to: '/nowhere' },
  ];
  const text = list.map(({ from, to }) => `{from: '${from}', to: '${to}'},`).join('\n');
  expect(readRedirects({ list }, ['/nowhere', '/other'], '/', text)).toEqual({
    redirects: ['/d → /other'],
    problems: [
      `docusaurus.config.js:1: "/a" redirects to "/nowher", which isn't a page. Did you mean "/nowhere"?`,
      'docusaurus.config.js:2: The redirect from "b" must start with a slash and have no query or fragment.',
      'docusaurus.config.js:3: warning: The redirect from "/c" leaves this site, to "https://example.org", and is ignored. Redirect to a page of this site.',
      'docusaurus.config.js:4: warning: "/other" is a page of this site, so its redirect to "/nowhere" is ignored. Remove one of them.',
    ],
  });
});

test("reports an error of the owner's function as a problem of the configuration", () => {
  const create = () => {
    throw new Error('No.');
  };
  expect(readRedirects({ create }, ['/a'], '/', 'plugins: [\n  createRedirects: () => {}')).toEqual({
    redirects: [],
    problems: ['docusaurus.config.js:2: createRedirects failed: No.'],
  });
});

test.each([
  ['a promise', async () => ['/b'], 'a promise'],
  ['a number', () => 5, '5'],
  ['a list with nothing in it', () => ['/b', undefined], 'undefined'],
  ['an object', () => [{ from: '/b' }], '{"from":"/b"}'],
])('reports a function that returns %s', (_kind, create, value) => {
  // Functions in JavaScript can return anything.
  const options = { create: create as () => string[] };
  expect(readRedirects(options, ['/a'])).toEqual({
    redirects: [],
    problems: [
      `docusaurus.config.js: createRedirects failed: for "/a" it returned ${value} instead of an address or a list of addresses.`,
    ],
  });
});

test.each(['/', '/acme/'])('leads to the search page below %s', (basePath) => {
  const list = [{ from: '/find', to: '/search' }];
  expect(readRedirects({ list }, [`${basePath}a`], basePath)).toEqual({
    redirects: [`${basePath}find → ${basePath}search`],
    problems: [],
  });
});

test.each(['/old/*', '/old/:page', '/old/(.*)', '/(one|two)'])(
  'warns that %s is matched literally',
  (from) => {
    expect(readRedirects({ list: [{ from, to: '/a' }] }, ['/a'], '/', `from: '${from}'`)).toEqual({
      redirects: [`${from} → /a`],
      problems: [
        `docusaurus.config.js:1: warning: The redirect from "${from}" is for this very address: patterns aren't matched, as in Docusaurus. List the old addresses, or return them from createRedirects.`,
      ],
    });
  },
);

test('takes brackets and colons in addresses for what they are', () => {
  const list = [{ from: ['/wiki/Pump_(machine)', '/a:b', '/12:30'], to: '/a' }];
  expect(readRedirects({ list }, ['/a']).problems).toEqual([]);
});

test.each(['.html', 'a/b', 'a b', ''])('refuses the extension "%s", as Docusaurus does', (extension) => {
  const { redirects, problems } = readRedirects({ fromExtensions: ['htm', extension] }, ['/a']);
  expect(redirects).toEqual(['/a.htm → /a']);
  expect(problems).toEqual([
    `docusaurus.config.js: "${extension}" can't be an extension of redirects. Write it without a dot, slash or other special characters, such as "html".`,
  ]);
});

test("runs the function in the site folder and doesn't let it end the program", () => {
  const text = '/written-in-a-file';
  const create = () => [readFileSync('docusaurus.config.js', 'utf8')];
  expect(readRedirects({ create }, ['/intro'], '/', text)).toEqual({
    redirects: ['/written-in-a-file → /intro'],
    problems: [],
  });
  const { problems } = readRedirects({ create: () => process.exit(3) }, ['/intro']);
  expect(problems.join()).toContain('createRedirects failed: it calls process.exit(3)');
});
