import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { siteFolder } from '../../testing/docs-folder.ts';
import { siteConfigSchema } from '../config/site-config.ts';
import { formatProblem } from '../shared/problem.ts';
import { configIn, localeProblems, localesOf } from './locales.ts';

const configOf = (i18n: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  siteConfigSchema.parse({ baseUrl: '/help/', i18n: { defaultLocale: 'en', ...i18n }, ...more });

describe('a language lies', () => {
  const placed = (i18n: Record<string, unknown>) =>
    localesOf(configOf(i18n), '/nowhere').map(({ basePath, rootPath }) => [basePath, rootPath]);

  test('below the site by its name, unless it says where', () => {
    const locales = ['en', 'es', 'pt-BR'];
    const localeConfigs = { 'pt-BR': { path: 'br' } };
    expect(placed({ locales, localeConfigs })).toEqual([
      ['/help/', '/help/'],
      ['/help/es/', '/help/'],
      ['/help/br/', '/help/'],
    ]);
  });

  test('wherever it says, and the program around all of them', () => {
    const localeConfigs = { en: { baseUrl: '/docs/en/' }, es: { baseUrl: '/docs/es/' } };
    expect(placed({ locales: ['en', 'es'], localeConfigs })).toEqual([
      ['/docs/en/', '/docs/'],
      ['/docs/es/', '/docs/'],
    ]);
  });
});

test('an address is one in the innermost language around it, else in the main one', () => {
  const localeConfigs = { 'pt-BR': { path: 'es/br' } };
  const locales = localesOf(configOf({ locales: ['en', 'es', 'pt-BR'], localeConfigs }), '/nowhere');
  const of = (address: string) => locales.filter(({ has }) => has(address)).map(({ name }) => name);
  expect(
    ['/help/docs/a', '/help/es', '/help/es/docs/a', '/help/es/br/a', '/help/estate', '/old'].map(of),
  ).toEqual([...[['en'], ['es'], ['es'], ['pt-BR'], ['en'], ['en']]]);
});

test('languages at one address, and those without a translation, are named with what to do', () => {
  const text =
    "export default {\n  i18n: {\n    locales: ['en', 'es', 'fr'],\n    localeConfigs: { es: {} },\n  },\n};\n";
  const folder = siteFolder({ 'site.config.ts': text, 'i18n/es/code.json': '{}' });
  const config = configOf({ locales: ['en', 'es', 'fr'], localeConfigs: { es: { baseUrl: '/help/' } } });
  const found = localeProblems(config, localesOf(config, folder), path.join(folder, 'site.config.ts'));
  expect(found.map(formatProblem).map((line) => line.replace(/^.*site\.config/, 'site.config'))).toEqual([
    'site.config.ts:4: The languages "en" and "es" both lie at /help/. Give one of them another "baseUrl" or "path" in i18n.localeConfigs.',
    'site.config.ts:3: warning: Nothing is translated into "fr": there is no folder i18n/fr. Make it, or take the language out of i18n.locales.',
  ]);
});

test('a file of translations that cannot be read, or is none, is named', async () => {
  const folder = siteFolder({
    'site.config.ts': '',
    'i18n/es/code.json': '{',
    'i18n/es/docusaurus-theme-classic/navbar.json': '{"title": "Sitio"}',
    'i18n/es/docusaurus-plugin-content-docs/current.json': '{"sidebar.x": {"message": "X"}}',
    'i18n/es/docusaurus-plugin-content-docs/current/data.json': '[1]',
  });
  const config = configOf({ locales: ['en', 'es'] });
  const locales = localesOf(config, folder);
  const problems = localeProblems(config, locales, path.join(folder, 'site.config.ts'));
  expect(problems.map(formatProblem).map((line) => line.replace(/^.*i18n\//, ''))).toEqual([
    expect.stringMatching(/^es\/code\.json: The translations cannot be read: /),
    'es/docusaurus-theme-classic/navbar.json: Translations are an object: {"key": {"message": "what it says"}}.',
  ]);
  const [, spanish] = locales;
  expect((spanish && (await configIn(spanish, config)))?.texts.signIn).toBe('Iniciar sesión');
  expect(() => configOf({ locales: ['en', 'pt_BR!'] })).toThrow('must be a language tag');
});

describe('words of the interface', () => {
  const textsIn = async (name: string, given: Record<string, unknown> = {}) => {
    const config = configOf({ locales: ['en', 'es', 'fr', 'tlh'] }, given);
    const locale = localesOf(config, '/nowhere').find((one) => one.name === name);
    if (!locale) throw new Error(`no ${name}`);
    return (await configIn(locale, config)).texts;
  };

  test('are in the language, as far as anybody has said them', async () => {
    expect(await textsIn('es')).toMatchObject({ signIn: 'Iniciar sesión', signInLanguage: 'es' });
    // From Docusaurus' theme; the rest is English, and says so.
    expect(await textsIn('fr')).toMatchObject({ next: 'Suivant', signIn: 'Sign in', signInLanguage: 'en' });
    expect(await textsIn('tlh')).toMatchObject({ next: 'Next', signIn: 'Sign in' });
  });

  test('of search, live code and the colour mode are those that the theme has', async () => {
    expect(await textsIn('fr')).toMatchObject({
      noResultsFor: 'Aucun résultat pour',
      removeFromHistory: "Supprimer cette recherche de l'historique: {title}",
      liveResult: 'Résultat',
      lastUpdated: 'Dernière mise à jour',
      themeDark: 'Basculer entre le mode sombre et clair (actuellement mode clair)',
    });
  });

  test('that only the engine has are said in code.json, for signing in and errors too', async () => {
    const said = { 'text.signIn': { message: 'Se connecter' }, 'text.signInn': { message: 'x' } };
    const folder = siteFolder({
      'site.config.ts': '',
      'i18n/fr/code.json': JSON.stringify(
        { ...said, 'theme.docs.paginator.next': { message: 'Après' } },
        null,
        1,
      ),
    });
    const config = configOf({ locales: ['en', 'fr'] });
    const locales = localesOf(config, folder);
    const [, french] = locales;
    if (!french) throw new Error('no French');
    expect((await configIn(french, config)).texts).toMatchObject({ signIn: 'Se connecter', next: 'Après' });
    const [problem, ...others] = localeProblems(config, locales, path.join(folder, 'site.config.ts'));
    expect(others).toEqual([]);
    expect(problem && formatProblem(problem)).toMatch(
      /i18n\/fr\/code\.json:5: warning: There is no text called "signInn"\. Did you mean "signIn"\?$/,
    );
  });

  test('are the owner’s in the site’s own language', async () => {
    const texts = { signIn: 'Come in' };
    expect((await textsIn('en', { texts })).signIn).toBe('Come in');
    expect((await textsIn('es', { texts })).signIn).toBe('Iniciar sesión');
  });
});
