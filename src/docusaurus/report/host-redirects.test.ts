import { expect, test } from 'vitest';
import { createAdoptedFolder } from '../../../testing/adopted-folder.ts';
import { readHostRedirects } from './host-redirects.ts';

const { write, siteDir } = createAdoptedFolder();
const read = () => {
  const { redirects, findings } = readHostRedirects(siteDir(), { url: 'https://docs.example', baseUrl: '/' });
  const leftOut = findings.filter(({ kind }) => kind === 'left-out');
  return { redirects, leftOut: leftOut.map(({ what, line, why }) => `${line} ${what}: ${why}`) };
};

const isRewrite = "it shows another page or file at this address, which isn't a redirect";
const isConditional = "it depends on more than the path, such as a query or the reader's country";

test('reads the tables of netlify.toml', () => {
  write(
    'netlify.toml',
    `[build]
  publish = "build"

[[redirects]]
  from = "/a"
  to = "/docs/a"
  status = 301

  [[redirects]] # indented
from='/b/*'
to='https://docs.example/docs/b/:splat'
  force = true
  [redirects.headers]
    X-From = "n"

[[redirects]]
  from = "/app/*"
  to = "/index.html"
  status = 200

[[redirects]]
  from = "/c"
  to = "/docs/c"
  query = {id = ":id"}

[[redirects]]
  from = "/d"
  to = "/docs/d"
  conditions = {Country = ["es"]}

[[redirects]]
  from = "/e"
  to = "https://elsewhere.example/e"

[[headers]]
  for = "/*"
`,
  );
  expect(read()).toEqual({
    redirects: { '/a': '/docs/a', '/b': '/docs/b' },
    leftOut: [
      '9 redirect from /b/*: redirects.json has no patterns; add each old address that people may still use',
      `16 redirect from /app/*: ${isRewrite}`,
      `21 redirect from /c: ${isConditional}`,
      `26 redirect from /d: ${isConditional}`,
      '31 redirect from /e: it leads to another site, but redirects must stay on this one; link to it from a page instead',
    ],
  });
});

test('reads inline tables of netlify.toml', () => {
  write(
    'netlify.toml',
    'redirects = [\n  { from = "/a", to = "/docs/a", status = 301 },\n  { to = "/docs/b", from = "/b", query = { id = ":id" } },\n]\n\n[build]\n  publish = "build"\n',
  );
  expect(read()).toEqual({
    redirects: { '/a': '/docs/a' },
    leftOut: [`3 redirect from /b: ${isConditional}`],
  });
});

test.for([
  ['/old /docs/new 301', { '/old': '/docs/new' }],
  ['/old /docs/new', { '/old': '/docs/new' }],
  ['/old /docs/new 302! # moved', { '/old': '/docs/new' }],
  ['/old https://docs.example/docs/new#part 308', { '/old': '/docs/new#part' }],
  ['https://docs.example/old /docs/new', { '/old': '/docs/new' }],
  ['# /old /docs/new', {}],
  ['/* /404.html 404', {}, isRewrite],
  ['/* /index.html 200', {}, isRewrite],
  ['/api/* https://api.example/:splat 200', {}, isRewrite],
  ['/old id=:id /docs/:id 301', {}, isConditional],
  ['/ /es 302 Language=es', {}, isConditional],
  ['https://old.example/a /docs/a', {}, 'it starts at another site; redirect from there to this one'],
] as const)('reads the line of _redirects `%s`', ([line, redirects, why]) => {
  write('static/_redirects', `${line}\n`);
  const result = read();
  expect(result.redirects).toEqual(redirects);
  expect(result.leftOut).toEqual(why === undefined ? [] : [expect.stringContaining(why)]);
});

test('reads the redirects of Vercel, and leaves out those for certain requests', () => {
  write(
    'vercel.json',
    JSON.stringify({
      redirects: [
        { source: '/a', destination: '/docs/a', permanent: true },
        { source: '/b', destination: '/docs/b', has: [{ type: 'host', value: 'old.example' }] },
        { source: '/c', destination: '/docs/c', missing: [{ type: 'cookie', key: 'x' }] },
      ],
      rewrites: [{ source: '/d', destination: '/docs/d' }],
    }),
  );
  expect(read()).toEqual({
    redirects: { '/a': '/docs/a' },
    leftOut: [`1 redirect from /b: ${isConditional}`, `1 redirect from /c: ${isConditional}`],
  });
});

test.for([
  ['one site', (site: object) => site],
  ['several sites', (site: object) => [site, { target: 'other' }]],
] as const)('reads the redirects of Firebase for %s', ([, wrap]) => {
  const redirects = [
    { source: '/a', destination: '/docs/a', type: 301 },
    { regex: '/v(.*)', destination: '/docs/:1' },
  ];
  write('firebase.json', JSON.stringify({ hosting: wrap({ redirects }) }));
  expect(read()).toEqual({
    redirects: { '/a': '/docs/a' },
    leftOut: [expect.stringContaining('redirect from /v(.*): redirects.json has no patterns')],
  });
});

test('reads the routes of staticwebapp.config.json', () => {
  const routes = [
    { route: '/a', redirect: '/docs/a', statusCode: 301 },
    { route: '/b/*', redirect: '/docs/b' },
    { route: '/c', rewrite: '/docs/c' },
    { route: '/d', redirect: '/docs/d', methods: ['GET'] },
    { route: '/e', redirect: '/docs/e', allowedRoles: ['staff'] },
    { route: '/f', statusCode: 404 },
  ];
  write('staticwebapp.config.json', JSON.stringify({ routes }, undefined, 1));
  expect(read()).toEqual({
    redirects: { '/a': '/docs/a', '/b': '/docs/b' },
    leftOut: [
      '9 redirect from /b/*: redirects.json has no patterns; add each old address that people may still use',
      `17 redirect from /d: ${isConditional}`,
      `24 redirect from /e: ${isConditional}`,
    ],
  });
});

test.each([
  ['static/_redirects', '/a /docs/a\n/b /docs/b 301\n/c /docs/c 200\n', '2 redirects'],
  ['netlify.toml', '[[redirects]]\nfrom = "/a"\nto = "/docs/a"\n', '1 redirect'],
  ['vercel.json', '{"redirects": [{"source": "/(a|b)", "destination": "/docs/a"}]}', '1 redirect'],
  ['static/_redirects', '/a /docs/a 200\n', undefined],
])('says that the build leaves the redirects of %s to the host', (file, text, what) => {
  write(file, text);
  const { findings } = readHostRedirects(siteDir(), { url: 'https://docs.example', baseUrl: '/' });
  expect(findings.filter(({ kind }) => kind === 'changed')).toEqual(
    what === undefined
      ? []
      : [expect.objectContaining({ file, what, why: expect.stringContaining('--write') })],
  );
});
