import { expect, test } from 'vitest';
import { createSiteFolder, readSiteFolder } from '../../../testing/docs-folder.ts';
import { collectPageFacts } from '../../docusaurus/components/page-facts.ts';
import { collectSharedFacts } from '../../docusaurus/components/shared-facts.ts';
import { administration, type OwnPage } from '../../model/pages.ts';
import type { SidebarNode } from '../../ui/page-data.ts';
import { createPageSources } from './page-plan.ts';
import { listRecentPages } from './recent-pages.ts';
import { createSitePages } from './site-pages.ts';

async function planPages(
  files: Record<string, string>,
  settings: Record<string, unknown> = {},
  language?: string,
  featurePages?: Readonly<Record<string, OwnPage>>,
) {
  const folder = createSiteFolder(files);
  const {
    site,
    config,
    locale: current,
    locales: all,
  } = await readSiteFolder(folder, settings, { language });
  const pages = createSitePages(createPageSources(site, config, { current, all }, featurePages));
  const plan = (path: string) => {
    const page = pages.get(path);
    if (!page) throw new Error(`There is no page ${path}.`);
    if (page.kind === 'article') return page.plan({ toc: [], hasTitle: true, headings: [] });
    return page.kind === 'component' ? page.plan({ title: '', description: '' }) : page.plan();
  };
  return { site, config, current, plan, paths: [...pages.keys()] };
}

test('pages have the class of their version if there are others, or if the owner sets one', async () => {
  const files = { 'docs/a.md': '# A', 'versioned_docs/version-1.0/a.md': '# A', 'versions.json': '["1.0"]' };
  const docs = [{ versions: { '1.0': { className: 'old' } } }];
  const { plan } = await planPages(files, { docs });
  expect([plan('/docs/a').versionClass, plan('/docs/next/a').versionClass]).toEqual([
    'old',
    'docs-version-current',
  ]);
  expect((await planPages({ 'docs/a.md': '# A' })).plan('/docs/a').versionClass).toBeUndefined();
});

test('the latest changes are those of the last version', async () => {
  const document = '---\nlast_update: { date: 2026-05-04 }\n---\n# A';
  const folder = createSiteFolder({
    'docs/a.md': document,
    'versioned_docs/version-2.0/a.md': document,
    'versioned_docs/version-1.0/a.md': document,
    'versions.json': '["2.0", "1.0"]',
  });
  const { site, config, locale: current, locales: all } = await readSiteFolder(folder);
  const sources = createPageSources(site, config, { current, all });
  expect(listRecentPages(sources).map(({ path }) => path)).toEqual(['/docs/a']);
});

test('tags are sorted in the order of the language', async () => {
  const planTagPages = (language: string) =>
    planPages(
      { 'docs/a.md': '---\ntags: [Zorro, ñu, nube]\n---\n# A' },
      { i18n: { defaultLocale: language, locales: [language] } },
    ).then(({ plan }) => plan('/docs/tags').cards?.map(({ title }) => title));
  expect(await planTagPages('es')).toEqual(['nube', 'ñu', 'Zorro']);
});

test('pages of the program exist in every language, at paths of that language', async () => {
  const { plan, paths } = await planPages(
    { 'docs/a.md': '# A' },
    { baseUrl: '/help/', i18n: { locales: ['en', 'es'] } },
    'es',
  );
  expect(paths).toEqual(expect.arrayContaining(['/help/es/account', '/help/es/search', '/help/es/404']));
  expect(plan('/help/es/account').languages).toEqual([
    { label: 'English', lang: 'en', href: '/help/account' },
    { label: 'Español', lang: 'es', href: '/help/es/account', current: true },
  ]);
  // The reader has opened any missing address.
  expect(plan('/help/es/404').languages).toEqual([
    { label: 'English', lang: 'en', href: '/help/' },
    { label: 'Español', lang: 'es', href: '/help/es/', current: true },
  ]);
});

test('a component gets facts about the site in its language', async () => {
  const files = {
    'docs/a.md': '# A',
    'i18n/es/code.json': JSON.stringify({ 'home.title': { message: 'Bombas' } }),
  };
  const i18n = { locales: ['en', 'es'] };
  const { site, config, current } = await planPages(files, { baseUrl: '/help/', i18n }, 'es');
  const facts = collectPageFacts(site, site.docs[0], await collectSharedFacts(config, current));
  expect(facts).toMatchObject({
    site: { baseUrl: '/help/es/' },
    i18n: { currentLocale: 'es', localeConfigs: { en: { baseUrl: '/help/' } } },
    messages: { 'home.title': 'Bombas' },
    page: { path: '/help/es/docs/a' },
  });
});

test('pages without a sidebar have the main one for the drawer, with its branches closed', async () => {
  const { plan } = await planPages({
    'docs/a.md': '# A',
    'docs/tools/_category_.json': '{"label": "Tools", "link": {"type": "generated-index", "slug": "/tools"}}',
    'docs/tools/b.md': '# B',
  });
  expect(plan('/search').drawer?.items).toMatchObject([
    { type: 'link', label: 'A' },
    { type: 'category', label: 'Tools', more: true, items: [] },
  ]);
  expect(plan('/search').sidebar).toBeUndefined();
  expect(plan('/docs/a')).toMatchObject({ sidebar: { name: 'defaultSidebar' } });
  expect(plan('/docs/a').drawer).toBeUndefined();
});

test('the navigation of the administration has the pages of the program and of features by group', async () => {
  const { plan } = await planPages({ 'docs/a.md': '# A' }, { baseUrl: '/help/' }, undefined, {
    status: { path: '/admin/status', title: { en: 'Status' }, ...administration },
    first: { path: '/admin/first', title: { en: 'First' }, tab: 1, ...administration },
    reading: { path: '/admin/reading', title: { en: 'Reading' }, group: 'activity', ...administration },
    greeting: { path: '/greeting', title: { en: 'Greeting' }, audience: 'reader' },
  });
  const { items = [] } = plan('/help/admin/status').administration ?? {};
  expect(items.map(listLabels)).toEqual([
    ['Overview'],
    ['Readers', 'Users', 'Audiences', 'Sessions'],
    ['Activity', 'Reading'],
    ['Site', 'First', 'Emails', 'Health', 'Status'],
  ]);
  expect(items[0]).toMatchObject({ href: '/help/admin' });
  for (const path of ['/help/docs/a', '/help/account', '/help/greeting'])
    expect(plan(path).administration).toBeUndefined();
});

test('a group of the administration without pages is left out', async () => {
  const { plan } = await planPages({ 'docs/a.md': '# A' });
  const { items = [] } = plan('/admin').administration ?? {};
  expect(items.map((group) => listLabels(group)[0])).toEqual(['Overview', 'Readers', 'Site']);
});

/** The label of a sidebar's node and those of the nodes below. */
function listLabels(node: SidebarNode): string[] {
  if (node.type === 'html') return [];
  return node.type === 'category' ? [node.label, ...node.items.flatMap(listLabels)] : [node.label];
}
