import { expect, test } from 'vitest';
import { siteFolder } from '../../../testing/docs-folder.ts';
import { siteConfigSchema } from '../../config/site-config.ts';
import { listLocales } from '../../content/locales.ts';
import { readSite } from '../../content/read-site.ts';
import { factsOf } from '../components/page-facts.ts';
import { sharedFacts } from '../components/shared-facts.ts';
import { pageSources } from './page-plan.ts';
import { sitePages } from './site-pages.ts';

async function planned(
  files: Record<string, string>,
  given: Record<string, unknown> = {},
  language?: string,
) {
  const folder = siteFolder(files);
  const config = siteConfigSchema.parse(given);
  const all = listLocales(config, folder);
  const current = all.find(({ name }) => name === language) ?? all[0];
  const { site } = await readSite({
    docsDir: `${folder}/docs`,
    siteDir: folder,
    documentations: config.docs,
    basePath: current.basePath,
    rootPath: current.rootPath,
    localeDir: current.dir,
    language: current.htmlLang,
  });
  const pages = sitePages(pageSources(site, config, { current, all }));
  const plan = (path: string) => {
    const page = pages.get(path);
    if (!page) throw new Error(`There is no page ${path}.`);
    if (page.kind === 'article') return page.plan({ toc: [], hasTitle: true, headings: [] });
    return page.kind === 'component' ? page.plan({ title: '', description: '' }) : page.plan();
  };
  return { site, config, current, plan, paths: [...pages.keys()] };
}

test('a version has its class on every page, where there are others or its owner names one', async () => {
  const files = { 'docs/a.md': '# A', 'versioned_docs/version-1.0/a.md': '# A', 'versions.json': '["1.0"]' };
  const docs = [{ versions: { '1.0': { className: 'old' } } }];
  const { plan } = await planned(files, { docs });
  expect([plan('/docs/a').versionClass, plan('/docs/next/a').versionClass]).toEqual([
    'old',
    'docs-version-current',
  ]);
  expect((await planned({ 'docs/a.md': '# A' })).plan('/docs/a').versionClass).toBeUndefined();
});

test('tags are listed by their letters, in the order of the language', async () => {
  const tags = (language: string) =>
    planned(
      { 'docs/a.md': '---\ntags: [Zorro, ñu, nube]\n---\n# A' },
      { i18n: { defaultLocale: language, locales: [language] } },
    ).then(({ plan }) => plan('/docs/tags').cards?.map(({ title }) => title));
  expect(await tags('es')).toEqual(['nube', 'ñu', 'Zorro']);
});

test('own pages are in every language, at addresses of its own, and lead to each other', async () => {
  const { plan, paths } = await planned(
    { 'docs/a.md': '# A' },
    { baseUrl: '/help/', i18n: { locales: ['en', 'es'] } },
    'es',
  );
  expect(paths).toEqual(expect.arrayContaining(['/help/es/account', '/help/es/search', '/help/es/404']));
  expect(plan('/help/es/account').languages).toEqual([
    { label: 'English', lang: 'en', href: '/help/account' },
    { label: 'Español', lang: 'es', href: '/help/es/account', current: true },
  ]);
});

test('what a component may know of the site is that of the language', async () => {
  const files = {
    'docs/a.md': '# A',
    'i18n/es/code.json': JSON.stringify({ 'home.title': { message: 'Bombas' } }),
  };
  const i18n = { locales: ['en', 'es'] };
  const { site, config, current } = await planned(files, { baseUrl: '/help/', i18n }, 'es');
  const facts = factsOf(site, site.docs[0], await sharedFacts(config, current));
  expect(facts).toMatchObject({
    site: { baseUrl: '/help/es/' },
    i18n: { currentLocale: 'es', localeConfigs: { en: { baseUrl: '/help/' } } },
    messages: { 'home.title': 'Bombas' },
    page: { path: '/help/es/docs/a' },
  });
});
