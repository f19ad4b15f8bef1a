import { describe, expect, test } from 'vitest';
import { createSiteFolder, readSiteFolder } from '../../../testing/docs-folder.ts';
import { isInScope } from '../../model/audience.ts';
import type { Site } from '../../model/site.ts';
import { listRoutes } from '../links/routes.ts';
import { createSiteView } from '../site-view.ts';

const groups = ['staff', 'partners', { name: 'customers', label: 'Customers' }];

async function readAudiences(files: Record<string, string>, more: Record<string, unknown> = {}) {
  const folder = createSiteFolder(files);
  // With a folder of translations, the site is read in that language.
  const isTranslated = files['i18n/es/docusaurus-plugin-content-docs/current/.keep'] !== undefined;
  const i18n = isTranslated ? { defaultLocale: 'es', locales: ['es'] } : {};
  const pagesDir = `${folder}/src/pages`;
  const { site, problems } = await readSiteFolder(folder, { groups, i18n, ...more }, { pagesDir });
  const audiences = Object.fromEntries(site.docs.map(({ id, audience = 'readers' }) => [id, audience]));
  return { site, problems, audiences, folder };
}

const writeDoc = (audience: string, title = 'T') => `---\naudience: ${audience}\n---\n\n# ${title}\n`;

test('a pattern that matches a page also gives its translation the audience', async () => {
  const { site } = await readAudiences(
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
  test('is every reader by default, and then the Site has no audiences', async () => {
    const { site } = await readAudiences({ 'docs/a.md': '# A', 'docs/b/c.md': '# C' });
    expect(JSON.stringify(site)).not.toContain('audience');
  });

  test('comes from the nearest declaration: itself, folders, patterns, sidebars, version, documentation', async () => {
    const { audiences, problems } = await readAudiences(
      {
        'docs/own.md': writeDoc('partners'),
        'docs/plain.md': '# P',
        'docs/matched/x.md': '# X',
        'docs/sidebar.md': '# S',
        'docs/f/_category_.json': '{ "audience": "staff" }',
        'docs/f/a.md': '# A',
        'docs/f/wide.md': writeDoc('readers'),
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

  test("can't exceed the limit of a folder above", async () => {
    const { audiences, problems } = await readAudiences({
      'docs/f/_category_.json':
        '{ "label": "F",\n"audience": { "for": ["staff", "partners"], "limit": true } }',
      'docs/f/narrow.md': writeDoc('staff'),
      'docs/f/wide.md': writeDoc('[staff, customers]'),
      'docs/f/deep/wider.md': writeDoc('readers'),
    });
    expect(audiences['f/narrow']).toEqual(['staff']);
    expect(problems.map(({ code, file, line }) => [code, file?.replace(/.*docs\//, ''), line])).toEqual([
      ['audience-limit', 'f/deep/wider.md', 2],
      ['audience-limit', 'f/wide.md', 2],
    ]);
  });

  test('can only name declared groups, and public only if the site allows it', async () => {
    const { problems } = await readAudiences(
      {
        'docs/a.md': writeDoc('partnes'),
        'docs/b.md': writeDoc('public'),
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

  test('a translation has the audience of its original, or a narrower one', async () => {
    const i18n = 'i18n/es/docusaurus-plugin-content-docs/current';
    const { audiences, problems } = await readAudiences({
      [`${i18n}/.keep`]: '',
      'docs/a.md': writeDoc('staff'),
      [`${i18n}/a.md`]: '# Sin',
      'docs/b.md': writeDoc('[staff, partners]'),
      [`${i18n}/b.md`]: writeDoc('staff'),
      'docs/c.md': writeDoc('staff'),
      [`${i18n}/c.md`]: writeDoc('readers'),
    });
    expect(audiences).toMatchObject({ a: ['staff'], b: ['staff'] });
    expect(problems.map(({ code, file }) => [code, file?.replace(/.*current\//, '')])).toEqual([
      ['audience-limit', 'c.md'],
    ]);
  });

  test("isn't revealed by a category label that is the title", async () => {
    const { problems } = await readAudiences({
      'docs/f/index.md': writeDoc('staff', 'Secret plan'),
      'docs/f/open.md': '# Open',
    });
    expect(problems.map(({ code }) => code)).toEqual(['audience-label']);
  });
});

/** The parts of a Site that describe pages, without those that depend on the order of files. */
function listVisibleParts(site: Site) {
  const { docs, categories, sidebars, tags, sets } = site;
  return JSON.parse(
    JSON.stringify({
      routes: listRoutes(site),
      docs: docs.map(({ path, previous, next, tags: docTags, sidebar }) => ({
        path,
        previous,
        next,
        own: docTags,
        sidebar,
      })),
      categories,
      sidebars,
      tags: tags.map(({ audience: _, ...tag }) => tag),
      main: sets.map(({ version }) => version.mainDocId),
    }),
  );
}

test('the view of a scope equals the Site without the hidden files', async () => {
  const hiddenFiles = {
    'docs/b/secret.md': writeDoc('staff', 'Secret').replace('---\n\n', 'tags: [one, hidden]\n---\n\n'),
    'docs/b/z-last.md': writeDoc('staff', 'Last'),
    'docs/only/_category_.json': JSON.stringify({ audience: 'staff', link: { type: 'generated-index' } }),
    'docs/only/x.md': '# X',
    'docs/only/deep/y.md': '# Y',
    'src/pages/internal.md': writeDoc('[staff, partners]'),
    'docs/0-main.md': '---\naudience: staff\nslug: /\n---\n\n# Main\n',
  };
  const open = {
    'docs/a.md': '---\ntags: [one]\n---\n\n# A\n',
    'docs/b/_category_.json': JSON.stringify({ label: 'B', link: { type: 'generated-index' } }),
    'docs/b/first.md': '---\ntags: [two]\n---\n\n# First\n',
    'docs/b/third.md': '# Third',
    'docs/c/index.md': '# C',
    'docs/c/hidden.md': writeDoc('staff', 'Hidden'),
    'docs/z.md': '# Z',
    'src/pages/about.md': '# About',
  };
  const without = { ...open } as Record<string, string>;
  delete without['docs/c/hidden.md'];
  const { site } = await readAudiences({ ...open, ...hiddenFiles });
  const reader = { kind: 'reader', groups: ['partners'] } as const;
  const view = createSiteView(site, (audience) => isInScope(audience, reader));
  const { site: bareSite } = await readAudiences(without);
  expect(listVisibleParts({ ...view, pages: view.pages.filter(({ path }) => path !== '/internal') })).toEqual(
    listVisibleParts(bareSite),
  );
  expect(view.pages.map(({ path }) => path)).toContain('/internal');
  const all = createSiteView(site, (audience) => isInScope(audience, { kind: 'everything' }));
  expect(listRoutes(all)).toEqual(listRoutes(site));
  expect(all.sidebars).toEqual(site.sidebars);
});

test('a post has the audience of its blog, or a narrower one', async () => {
  const post = (audience: string) => `---\naudience: ${audience}\n---\n\n# P\n\nText.\n`;
  const { site, problems } = await readAudiences(
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
    expect.stringContaining('The audience of the post is readers, but its blog is only for partners, staff.'),
  ]);
});
