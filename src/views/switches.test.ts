import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../testing/server.ts';
import { TestSite } from '../../testing/test-site.ts';
import { openViews } from './scope-views.ts';

/** Only staff may read version 1.0, and the translation of one of two pages. */
const site = new TestSite({
  'site.config.ts': `export default {
    groups: ['staff'],
    i18n: { defaultLocale: 'en', locales: ['en', 'es'] },
    navbar: { items: [{ type: 'docsVersionDropdown' }, { type: 'localeDropdown' }] },
    docs: [{ versions: { '1.0': { audience: 'staff' } } }],
    url: 'https://docs.example',
  };\n`,
  'versions.json': '["2.0", "1.0"]',
  'docs/a.md': '# A\n\nNext.\n',
  'versioned_docs/version-2.0/a.md': '# A\n\nLatest.\n',
  'versioned_docs/version-2.0/b.md': '# B\n\nAs well.\n',
  'versioned_docs/version-1.0/a.md': '# A\n\nFirst.\n',
  'i18n/es/docusaurus-plugin-content-docs/version-2.0/a.md': '---\naudience: staff\n---\n\n# A\n\nÚltima.\n',
});
let server: TestServer;
beforeAll(async () => {
  const { problems } = await site.build();
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  server = await startServer({ dist: site.distDir, openViews, environment: { LOG_LEVEL: 'error' } });
});
afterAll(async () => {
  await server?.close();
  site[Symbol.dispose]();
});

test('offers only versions and languages of a page that the reader can open', async () => {
  const [reader, member] = [await server.signInAs(), await server.signInAs('staff')];
  const readSwitches = async (cookie: string, url: string) => {
    const { statusCode, body } = await server.get(url, { cookie });
    const collectMatches = (pattern: RegExp) =>
      [...new Set(Array.from(body.matchAll(pattern), ([, it]) => it))].sort();
    return {
      statusCode,
      languages: collectMatches(/hreflang="([\w-]+)"/gi),
      old: body.includes('/docs/1.0/a'),
    };
  };
  const all = ['en', 'es', 'x-default'];
  expect(await readSwitches(member, '/docs/a')).toEqual({ statusCode: 200, languages: all, old: true });
  expect(await readSwitches(reader, '/docs/a')).toEqual({ statusCode: 200, languages: [], old: false });
  // The other page has both languages.
  expect(await readSwitches(reader, '/docs/b')).toEqual({ statusCode: 200, languages: all, old: false });
  expect(await readSwitches(reader, '/es/docs/b')).toEqual({ statusCode: 200, languages: all, old: false });
  expect((await readSwitches(reader, '/es/docs/a')).statusCode).toBe(404);
  expect((await readSwitches(reader, '/docs/1.0/a')).statusCode).toBe(404);
});
