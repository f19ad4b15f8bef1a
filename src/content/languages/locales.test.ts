import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSiteFolder } from '../../../testing/docs-folder.ts';
import { siteConfigSchema } from '../../config/site-config.ts';
import { formatProblem } from '../../shared/problem.ts';
import { findLocaleProblems, listLocales, translateConfig } from './locales.ts';

const createConfig = (i18n: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  siteConfigSchema.parse({ baseUrl: '/help/', i18n: { defaultLocale: 'en', ...i18n }, ...more });

describe('the address of a language', () => {
  const readLocales = (i18n: Record<string, unknown>) =>
    listLocales(createConfig(i18n), '/nowhere').map(({ basePath, rootPath }) => [basePath, rootPath]);

  test('is its name below the site, unless it is configured', () => {
    const locales = ['en', 'es', 'pt-BR'];
    // The path is the folder of the translations.
    const localeConfigs = { 'pt-BR': { path: 'br' } };
    expect(readLocales({ locales, localeConfigs })).toEqual([
      ['/help/', '/help/'],
      ['/help/es/', '/help/'],
      ['/help/pt-BR/', '/help/'],
    ]);
  });

  test('can be configured, and the program is at the address that all share', () => {
    const localeConfigs = { en: { baseUrl: '/docs/en/' }, es: { baseUrl: '/docs/es/' } };
    expect(readLocales({ locales: ['en', 'es'], localeConfigs })).toEqual([
      ['/docs/en/', '/docs/'],
      ['/docs/es/', '/docs/'],
    ]);
  });
});

describe('a language that has its own host in Docusaurus', () => {
  const readLanguages = (i18n: Record<string, unknown>, url = 'https://acme.example') => {
    const folder = createSiteFolder({
      'site.config.ts': 'export default {};\n',
      'i18n/de/code.json': '{}',
      'i18n/fr/code.json': '{}',
    });
    const config = createConfig({ locales: ['en', 'de', 'fr'], ...i18n }, { url });
    const locales = listLocales(config, folder);
    const problems = findLocaleProblems(config, locales, path.join(folder, 'site.config.ts'));
    return {
      paths: locales.map(({ basePath }) => basePath),
      problems: problems.map(({ severity, message }) => `${severity}: ${message}`),
    };
  };
  const explain = (name: string, address: string, host: string) =>
    `warning: The language "${name}" is at ${address}/ of this site, not on ${host}: one server serves all languages, and readers sign in once. Let ${host} redirect each path to ${address}/… of this site, and remove "url" in i18n.localeConfigs.`;

  test('is served below the site, also if all languages have the same path', () => {
    const localeConfigs = {
      en: { url: 'https://acme.example', baseUrl: '/help/' },
      de: { url: 'https://de.acme.example', baseUrl: '/help/' },
      fr: { url: 'https://acme.example.fr/', baseUrl: 'help' },
    };
    expect(readLanguages({ localeConfigs })).toEqual({
      paths: ['/help/', '/help/de/', '/help/fr/'],
      problems: [
        explain('de', '/help/de', 'https://de.acme.example'),
        explain('fr', '/help/fr', 'https://acme.example.fr'),
      ],
    });
  });

  test('keeps a path that no other language has', () => {
    const localeConfigs = { de: { url: 'https://de.acme.example', baseUrl: '/hilfe/' } };
    expect(readLanguages({ localeConfigs })).toEqual({
      paths: ['/help/', '/hilfe/', '/help/fr/'],
      problems: [explain('de', '/hilfe', 'https://de.acme.example')],
    });
  });

  test('can have the same host as the site, written in another way', () => {
    const localeConfigs = {
      en: { url: 'https://en.acme.example' },
      de: { url: 'https://en.acme.example/' },
      fr: { url: 'https://EN.acme.example:443' },
    };
    expect(readLanguages({ localeConfigs }, 'https://old.example')).toEqual({
      paths: ['/help/', '/help/de/', '/help/fr/'],
      problems: [],
    });
  });

  test("can't share its path on the same host", () => {
    const localeConfigs = { de: { url: 'https://acme.example', baseUrl: '/help/' } };
    expect(readLanguages({ localeConfigs }).problems).toEqual([
      'error: The languages "en" and "de" have the same address, /help/. Give one of them another "baseUrl" in i18n.localeConfigs.',
    ]);
  });
});

test('an address belongs to the innermost language around it, or else to the main one', () => {
  const localeConfigs = { 'pt-BR': { baseUrl: '/help/es/br/' } };
  const locales = listLocales(createConfig({ locales: ['en', 'es', 'pt-BR'], localeConfigs }), '/nowhere');
  const findLocalesOf = (address: string) =>
    locales.filter(({ has }) => has(address)).map(({ name }) => name);
  expect(
    ['/help/docs/a', '/help/es', '/help/es/docs/a', '/help/es/br/a', '/help/estate', '/old'].map(
      findLocalesOf,
    ),
  ).toEqual([...[['en'], ['es'], ['es'], ['pt-BR'], ['en'], ['en']]]);
});

test('label and direction follow the tag of the pages, and translations come from the folder of the language', () => {
  const folder = createSiteFolder({
    'site.config.ts': "export default { locales: ['en', 'de', 'fa'] };\n",
    'i18n/german/code.json': '{}',
  });
  const localeConfigs = { de: { htmlLang: 'ar', path: 'german' }, fa: { path: 'farsi/new' } };
  const config = createConfig({ locales: ['en', 'de', 'fa'], localeConfigs });
  const locales = listLocales(config, folder);
  expect(locales.map(({ name, label, direction, dir }) => [name, label, direction, dir])).toEqual([
    ['en', 'English', 'ltr', undefined],
    ['de', 'العربية', 'rtl', path.join(folder, 'i18n/german')],
    ['fa', 'فارسی', 'rtl', undefined],
  ]);
  const problems = findLocaleProblems(config, locales, path.join(folder, 'site.config.ts'));
  expect(problems.map(({ message }) => message).at(-1)).toContain('the folder i18n/farsi/new doesn');
});

test.each([
  ['ar', '\u2066Was this page helpful?\u2069'],
  ['es', '¿Te ha servido esta página?'],
  ['eo', 'Was this page helpful?'],
])('keeps punctuation in place in texts that "%s" doesn\'t translate', async (name, helpful) => {
  const config = createConfig({ locales: ['en', name] });
  const locale = listLocales(config, '/nowhere').find((each) => each.name === name);
  if (!locale) throw new Error(`no ${name}`);
  const { texts } = await translateConfig(locale, config);
  expect(texts.feedbackQuestion).toBe(helpful);
  // Dates and numbers are written with this tag.
  expect(texts.signInLanguage).toMatch(/^[a-z]+$/);
});

test('reports languages at one address, and languages without a translation', () => {
  const text =
    "export default {\n  i18n: {\n    locales: ['en', 'es', 'fr'],\n    localeConfigs: { es: {} },\n  },\n};\n";
  const folder = createSiteFolder({ 'site.config.ts': text, 'i18n/es/code.json': '{}' });
  const config = createConfig({ locales: ['en', 'es', 'fr'], localeConfigs: { es: { baseUrl: '/help/' } } });
  const problems = findLocaleProblems(
    config,
    listLocales(config, folder),
    path.join(folder, 'site.config.ts'),
  );
  expect(problems.map(formatProblem).map((line) => line.replace(/^.*site\.config/, 'site.config'))).toEqual([
    'site.config.ts:4: The languages "en" and "es" have the same address, /help/. Give one of them another "baseUrl" in i18n.localeConfigs.',
    `site.config.ts:3: warning: Nothing is translated into "fr": the folder i18n/fr doesn't exist. Create it, or remove the language from i18n.locales.`,
  ]);
});

test('reports all languages without a translation together', () => {
  const folder = createSiteFolder({ 'site.config.ts': 'export default {};\n' });
  const config = createConfig({ locales: ['en', 'cs-CZ', 'pl', 'zh-TW'] });
  const problems = findLocaleProblems(
    config,
    listLocales(config, folder),
    path.join(folder, 'site.config.ts'),
  );
  expect(problems.map(({ message }) => message)).toEqual([
    'Nothing is translated into "cs-CZ", "pl", and "zh-TW": i18n has no folders for them. Create the folders, or remove the languages from i18n.locales.',
  ]);
});

test("reports a translations file that can't be read or has the wrong form", async () => {
  const folder = createSiteFolder({
    'site.config.ts': '',
    'i18n/es/code.json': '{',
    'i18n/es/docusaurus-theme-classic/navbar.json': '{"title": "Sitio"}',
    'i18n/es/docusaurus-plugin-content-docs/current.json': '{"sidebar.x": {"message": "X"}}',
    'i18n/es/docusaurus-plugin-content-docs/current/data.json': '[1]',
  });
  const config = createConfig({ locales: ['en', 'es'] });
  const locales = listLocales(config, folder);
  const problems = findLocaleProblems(config, locales, path.join(folder, 'site.config.ts'));
  expect(problems.map(formatProblem).map((line) => line.replace(/^.*i18n\//, ''))).toEqual([
    expect.stringMatching(/^es\/code\.json: The translations can't be read: /),
    'es/docusaurus-theme-classic/navbar.json: Translations must be an object of this form: {"key": {"message": "text"}}.',
  ]);
  const [, spanish] = locales;
  expect((spanish && (await translateConfig(spanish, config)))?.texts.signIn).toBe('Iniciar sesión');
  expect(() => createConfig({ locales: ['en', 'pt_BR!'] })).toThrow('must be a language tag');
});

describe('texts of the interface', () => {
  const readTexts = async (name: string, i18nOptions: Record<string, unknown> = {}) => {
    const config = createConfig({ locales: ['en', 'es', 'fr', 'tlh'] }, i18nOptions);
    const locale = listLocales(config, '/nowhere').find((one) => one.name === name);
    if (!locale) throw new Error(`no ${name}`);
    return (await translateConfig(locale, config)).texts;
  };

  test('are in the language, if a translation exists', async () => {
    expect(await readTexts('es')).toMatchObject({ signIn: 'Iniciar sesión', signInLanguage: 'es' });
    // From Docusaurus' theme. The rest is English and marked as such.
    expect(await readTexts('fr')).toMatchObject({ next: 'Suivant', signIn: 'Sign in', signInLanguage: 'en' });
    expect(await readTexts('tlh')).toMatchObject({ next: 'Next', signIn: 'Sign in' });
  });

  test('takes texts of search, live code and the colour mode from the theme', async () => {
    expect(await readTexts('fr')).toMatchObject({
      noResultsFor: 'Aucun résultat pour',
      removeFromHistory: "Supprimer cette recherche de l'historique: {title}",
      liveResult: 'Résultat',
      lastUpdated: 'Dernière mise à jour',
      themeDark: 'mode sombre',
    });
  });

  test('takes texts that only the engine has from code.json, also for sign-in and errors', async () => {
    const codeTexts = { 'text.signIn': { message: 'Se connecter' }, 'text.signInn': { message: 'x' } };
    const folder = createSiteFolder({
      'site.config.ts': '',
      'i18n/fr/code.json': JSON.stringify(
        { ...codeTexts, 'theme.docs.paginator.next': { message: 'Après' } },
        null,
        1,
      ),
    });
    const config = createConfig({ locales: ['en', 'fr'] });
    const locales = listLocales(config, folder);
    const [, french] = locales;
    if (!french) throw new Error('no French');
    expect((await translateConfig(french, config)).texts).toMatchObject({
      signIn: 'Se connecter',
      next: 'Après',
    });
    const [problem, ...otherProblems] = findLocaleProblems(
      config,
      locales,
      path.join(folder, 'site.config.ts'),
    );
    expect(otherProblems).toEqual([]);
    expect(problem && formatProblem(problem)).toMatch(
      /i18n\/fr\/code\.json:5: warning: No text is called "signInn"\. Did you mean "signIn"\?$/,
    );
  });

  test('come from the configuration in the default language', async () => {
    const texts = { signIn: 'Come in' };
    expect((await readTexts('en', { texts })).signIn).toBe('Come in');
    expect((await readTexts('es', { texts })).signIn).toBe('Iniciar sesión');
  });
});
