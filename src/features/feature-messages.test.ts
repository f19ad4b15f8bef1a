import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createSiteFolder } from '../../testing/docs-folder.ts';
import { readFeatureMessages, readFeatureTexts } from '../config/feature-messages.ts';
import { siteConfigSchema } from '../config/site-config.ts';
import { composeSiteTexts, english } from '../config/texts.ts';
import {
  findLocaleProblems,
  findUnknownTexts,
  listLocales,
  translateConfig,
} from '../content/languages/locales.ts';
import { engineFeatures } from './index.ts';

/** A feature outside the engine whose folder has these files of messages, by language. */
function createFeature(files: Readonly<Record<string, object>>, name = 'greetings') {
  const folder = mkdtempSync(path.join(tmpdir(), 'messages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [language, content] of Object.entries(files))
    writeFileSync(path.join(folder, `${language}.json`), JSON.stringify(content));
  return { name, messages: pathToFileURL(`${folder}/`) };
}

const readGreetings = () =>
  readFeatureMessages([
    createFeature({
      en: { page: { greeting: 'Hello', parting: 'Bye' }, mail: { subject: 'Hi' } },
      es: { page: { greeting: 'Hola' } },
      fr: { page: { greeting: 'Bonjour' } },
    }),
  ]);

/** The texts of a site with `greetings`, in one of its languages. */
async function readSiteTexts(
  language: string,
  replacedTexts: Readonly<Record<string, string>> = {},
  code: Readonly<Record<string, string>> = {},
) {
  const folder = createSiteFolder({
    'site.config.ts': '',
    [`i18n/${language}/code.json`]: JSON.stringify(
      Object.fromEntries(Object.entries(code).map(([name, message]) => [`text.${name}`, { message }])),
    ),
  });
  const config = siteConfigSchema.parse({
    texts: replacedTexts,
    i18n: { locales: ['en', 'es', 'fr', 'de'] },
  });
  const locales = listLocales(config, folder);
  const locale = locales.find(({ name }) => name === language) ?? expect.fail(`no ${language}`);
  const messages = readGreetings();
  const { texts } = await translateConfig(locale, config, messages);
  return {
    texts,
    problems: findLocaleProblems(config, locales, path.join(folder, 'site.config.ts'), messages),
  };
}

test.each([
  ['en', 'Hello', 'Bye'],
  ['es', 'Hola', 'Bye'],
  ['fr', 'Bonjour', 'Bye'],
  ['de', 'Hello', 'Bye'],
])(
  'texts of features are in the language of the site, else in English: %s',
  async (language, greeting, parting) => {
    const { texts } = await readSiteTexts(language);
    expect(texts).toMatchObject({ greeting, parting });
    expect(texts).not.toHaveProperty('subject');
  },
);

test('the configuration replaces a text of a feature in the default language', async () => {
  expect((await readSiteTexts('en', { greeting: 'Welcome' })).texts).toMatchObject({ greeting: 'Welcome' });
  expect((await readSiteTexts('es', { greeting: 'Welcome' })).texts).toMatchObject({ greeting: 'Hola' });
});

test('code.json replaces a text of a feature, and a misspelt name is reported with the nearest', async () => {
  const { texts, problems } = await readSiteTexts('es', {}, { greeting: 'Buenas', partin: 'Adiós' });
  expect(texts).toMatchObject({ greeting: 'Buenas' });
  expect(problems.map(({ message }) => message)).toContain(
    'No text is called "partin". Did you mean "parting"?',
  );
});

test.each([
  ['greetin', 'greeting'],
  ['signInn', 'signIn'],
])('the configuration can only replace texts that exist: %s', (name, nearest) => {
  const folder = createSiteFolder({ 'site.config.ts': `export default {\n  texts: { ${name}: 'x' },\n};\n` });
  const config = siteConfigSchema.parse({ texts: { [name]: 'x' } });
  const problems = findUnknownTexts(config, path.join(folder, 'site.config.ts'), readGreetings());
  expect(problems).toEqual([
    expect.objectContaining({
      severity: 'error',
      line: 2,
      message: `texts.${name}: no text is called "${name}". Did you mean "${nearest}"?`,
    }),
  ]);
});

test('a server fills in texts that an older release lacks, in English', () => {
  const texts = composeSiteTexts({ signIn: 'Entrar' }, readGreetings());
  expect(texts).toMatchObject({ signIn: 'Entrar', signOut: english.signOut, greeting: 'Hello' });
});

test.each([
  ['the engine has the name', { page: { signIn: 'Enter' } }],
  ['another feature has the name', { page: { greeting: 'Enter' } }],
  ['another group of the file has the name', { page: { same: 'a' }, findings: { same: 'b' } }],
])("a text can't be declared twice: %s", (_, en) => {
  const first = createFeature({ en: { page: { greeting: 'Hello' } } });
  const second = createFeature({ en }, 'second');
  expect(() => readFeatureMessages([first, second])).toThrow(
    /^The feature second declares the text (signIn|greeting|same) a second time\.$/,
  );
});

test('every text of the engine’s features has another name', () => {
  expect(Object.keys(readFeatureTexts(readFeatureMessages(engineFeatures), 'es'))).toContain(
    'backupSchedule',
  );
});
