import { describe, expect, test } from 'vitest';
import { siteFolder } from '../../testing/docs-folder.ts';
import { siteConfigSchema } from '../config/site-config.ts';
import { isWithin } from '../model/audience.ts';
import type { Site } from '../model/site.ts';
import { readSite } from './read-site.ts';
import { routesOf } from './routes.ts';
import { siteView } from './site-view.ts';

const groups = ['staff', 'partners', { name: 'customers', label: 'Customers' }];

async function read(files: Record<string, string>, more: Record<string, unknown> = {}) {
  const folder = siteFolder(files);
  const config = siteConfigSchema.parse({ groups, ...more });
  const { site, problems } = await readSite({
    docsDir: `${folder}/docs`,
    siteDir: folder,
    pagesDir: `${folder}/src/pages`,
    documentations: config.docs,
    blogs: config.blogs,
    localeDir:
      files['i18n/es/docusaurus-plugin-content-docs/current/.keep'] === undefined
        ? undefined
        : `${folder}/i18n/es`,
    audiences: { ...config, configFile: 'site.config.ts' },
  });
  const audiences = Object.fromEntries(site.docs.map(({ id, audience = 'readers' }) => [id, audience]));
  return { site, problems, audiences, folder };
}

const doc = (audience: string, title = 'T') => `---\naudience: ${audience}\n---\n\n# ${title}\n`;

test('the audience of a page that a pattern names is that of its translation too', async () => {
  const { site } = await read(
    {
      'docs/a.md': '# A',
      'src/pages/inner.md': '# Inner',
      'src/pages/shop.jsx': "import 'x';\nexport default () => null;\n",
      'i18n/es/docusaurus-plugin-content-docs/current/.keep': '',
      'i18n/es/docusaurus-plugin-content-pages/inner.md': '# Adentro',
      'i18n/es/docusaurus-plugin-content-pages/shop.jsx': 'export default () => null;\n',
    },
    { audiences: [{ files: 'src/pages/*', audience: 'staff' }] },
  );
  const [inner, shop] = site.pages;
  expect([inner?.title, inner?.audience, shop?.audience]).toEqual(['Adentro', ['staff'], ['staff']]);
});

describe('the audience of a document', () => {
  test('is every reader where nothing is said, and then the Site says nothing of it', async () => {
    const { site } = await read({ 'docs/a.md': '# A', 'docs/b/c.md': '# C' });
    expect(JSON.stringify(site)).not.toContain('audience');
  });

  test('is what is said nearest: itself, its folders, patterns, sidebars, its version, its documentation', async () => {
    const { audiences, problems } = await read(
      {
        'docs/own.md': doc('partners'),
        'docs/plain.md': '# P',
        'docs/matched/x.md': '# X',
        'docs/sidebar.md': '# S',
        'docs/f/_category_.json': '{ "audience": "staff" }',
        'docs/f/a.md': '# A',
        'docs/f/wide.md': doc('readers'),
        'docs/f/g/b.md': '# B',
        'docs/f/h/_category_.yml': 'audience: [customers, staff]',
        'docs/f/h/c.md': '# C',
        'sidebars.json': JSON.stringify({
          main: [
            'own',
            'plain',
            { type: 'category', label: 'In', audience: 'customers', items: ['sidebar', 'f/a', 'matched/x'] },
          ],
        }),
      },
      {
        audiences: [{ files: 'docs/matched/**', audience: ['partners', 'staff'] }],
        docs: [{ audience: 'staff', versions: { current: { audience: 'partners' } } }],
      },
    );
    expect(problems).toEqual([]);
    expect(audiences).toEqual({
      own: ['partners'],
      plain: ['partners'],
      'matched/x': ['partners', 'staff'],
      sidebar: ['customers'],
      'f/a': ['staff'],
      'f/wide': 'readers',
      'f/g/b': ['staff'],
      'f/h/c': ['customers', 'staff'],
    });
  });

  test('is no wider than the limit of a folder above lets it be', async () => {
    const { audiences, problems } = await read({
      'docs/f/_category_.json':
        '{ "label": "F",\n"audience": { "for": ["staff", "partners"], "limit": true } }',
      'docs/f/narrow.md': doc('staff'),
      'docs/f/wide.md': doc('[staff, customers]'),
      'docs/f/deep/wider.md': doc('readers'),
    });
    expect(audiences['f/narrow']).toEqual(['staff']);
    expect(problems.map(({ code, file, line }) => [code, file?.replace(/.*docs\//, ''), line])).toEqual([
      ['audience-limit', 'f/deep/wider.md', 2],
      ['audience-limit', 'f/wide.md', 2],
    ]);
  });

  test('names groups that are declared, and is no page for everybody yet', async () => {
    const { problems } = await read(
      {
        'docs/a.md': doc('partnes'),
        'docs/b.md': doc('public'),
        'docs/c/_category_.json': '{\n"audience": "stuff" }',
        'docs/c/d.md': '# D',
      },
      { audiences: [{ files: 'docs/a.md', audience: 'everyone' }] },
    );
    expect(
      problems.map(({ code, file, line, message }) => [code, file?.replace(/.*docs\//, ''), line, message]),
    ).toEqual([
      ['audience', 'a.md', 2, expect.stringContaining('Did you mean "partners"?')],
      ['audience-public', 'b.md', 2, expect.stringContaining('has no public pages')],
      ['audience', 'c/_category_.json', 2, expect.stringContaining('Did you mean "staff"?')],
      ['audience', 'site.config.ts', undefined, expect.stringContaining('"everyone"')],
    ]);
  });

  test('is that of the original where it is translated, which may name fewer', async () => {
    const i18n = 'i18n/es/docusaurus-plugin-content-docs/current';
    const { audiences, problems } = await read({
      [`${i18n}/.keep`]: '',
      'docs/a.md': doc('staff'),
      [`${i18n}/a.md`]: '# Sin',
      'docs/b.md': doc('[staff, partners]'),
      [`${i18n}/b.md`]: doc('staff'),
      'docs/c.md': doc('staff'),
      [`${i18n}/c.md`]: doc('readers'),
    });
    expect(audiences).toMatchObject({ a: ['staff'], b: ['staff'] });
    expect(problems.map(({ code, file }) => [code, file?.replace(/.*current\//, '')])).toEqual([
      ['audience-limit', 'c.md'],
    ]);
  });

  test('does not hide behind a label that tells its title', async () => {
    const { problems } = await read({
      'docs/f/index.md': doc('staff', 'Secret plan'),
      'docs/f/open.md': '# Open',
    });
    expect(problems.map(({ code }) => code)).toEqual(['audience-label']);
  });
});

/** What tells of pages; what comes of the order in which files are read is left out. */
function told(site: Site) {
  const { docs, categories, sidebars, tags, sets } = site;
  return JSON.parse(
    JSON.stringify({
      routes: routesOf(site),
      docs: docs.map(({ path, previous, next, tags: own, sidebar }) => ({
        path,
        previous,
        next,
        own,
        sidebar,
      })),
      categories,
      sidebars,
      tags: tags.map(({ audience: _, ...tag }) => tag),
      main: sets.map(({ version }) => version.mainDocId),
    }),
  );
}

test('the view of a scope is the Site that would be read if the rest had never been written', async () => {
  const hidden = {
    'docs/b/secret.md': doc('staff', 'Secret').replace('---\n\n', 'tags: [one, hidden]\n---\n\n'),
    'docs/b/z-last.md': doc('staff', 'Last'),
    'docs/only/_category_.json': JSON.stringify({ audience: 'staff', link: { type: 'generated-index' } }),
    'docs/only/x.md': '# X',
    'docs/only/deep/y.md': '# Y',
    'src/pages/internal.md': doc('[staff, partners]'),
    'docs/0-main.md': '---\naudience: staff\nslug: /\n---\n\n# Main\n',
  };
  const open = {
    'docs/a.md': '---\ntags: [one]\n---\n\n# A\n',
    'docs/b/_category_.json': JSON.stringify({ label: 'B', link: { type: 'generated-index' } }),
    'docs/b/first.md': '---\ntags: [two]\n---\n\n# First\n',
    'docs/b/third.md': '# Third',
    'docs/c/index.md': '# C',
    'docs/c/hidden.md': doc('staff', 'Hidden'),
    'docs/z.md': '# Z',
    'src/pages/about.md': '# About',
  };
  const without = { ...open } as Record<string, string>;
  delete without['docs/c/hidden.md'];
  const { site } = await read({ ...open, ...hidden });
  const reader = { kind: 'reader', groups: ['partners'] } as const;
  const view = siteView(site, (audience) => isWithin(audience, reader));
  const { site: bare } = await read(without);
  expect(told({ ...view, pages: view.pages.filter(({ path }) => path !== '/internal') })).toEqual(told(bare));
  expect(view.pages.map(({ path }) => path)).toContain('/internal');
  const all = siteView(site, (audience) => isWithin(audience, { kind: 'everything' }));
  expect(routesOf(all)).toEqual(routesOf(site));
  expect(all.sidebars).toEqual(site.sidebars);
});

test('a post is there for whom its blog is there for, or for fewer', async () => {
  const post = (audience: string) => `---\naudience: ${audience}\n---\n\n# P\n\nText.\n`;
  const { site, problems } = await read(
    {
      'docs/a.md': '# A',
      'blog/2024-01-01-plain.md': '# Plain\n',
      'blog/2024-01-02-few.md': post('staff'),
      'blog/2024-01-03-more.md': post('readers'),
      'blog/2024-01-04-folder.md': '# By pattern\n',
    },
    {
      blogs: [{ id: 'default', audience: ['staff', 'partners'] }],
      audiences: [{ files: 'blog/*-folder.md', audience: 'partners' }],
    },
  );
  const audiences = site.blogs[0]?.posts.map(({ title, audience }) => [title, audience]);
  expect(audiences).toEqual([
    ['By pattern', ['partners']],
    ['P', ['partners', 'staff']],
    ['P', ['staff']],
    ['Plain', undefined],
  ]);
  expect(problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([
    expect.stringContaining('It is for readers, and its blog for partners, staff alone.'),
  ]);
});
