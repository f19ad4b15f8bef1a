import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const outsideFeatures = new URL('./index.ts', import.meta.url).href;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'outside-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string) {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

const writeConfig = (features: string) =>
  write('site.config.ts', `export default {\n  name: 'Orchard',\n  features: ${features},\n};\n`);
const writeFeature = (declaration: string) =>
  `import { defineFeature } from 'gatehouse/feature';\nexport default defineFeature(${declaration} as never);\n`;

const withZod = (declaration: string) =>
  `import { z } from 'gatehouse/feature';\nexport default { name: 'one', ${declaration} };\n`;
const withTable = (table: string) =>
  writeFeature(
    `{ name: 'one', dataFiles: [{ name: 'one', durable: true, connections: 1, migrations: [], tables: { ${table} } }] }`,
  );

/** Loads the features in a process of its own, as every command does. Returns the added names, or the problems. */
function install(environment: { FEATURES?: string[]; FEATURES_OFF?: string[] } = {}): string[] {
  const script = `
    import { engineFeatures, installFeatures } from ${JSON.stringify(outsideFeatures)};
    const environment = ${JSON.stringify({ FEATURES: [], FEATURES_OFF: [], IDENTITY: 'local', ...environment })};
    const { features, problems } = await installFeatures(environment, ${JSON.stringify(folder)});
    const added = features?.filter((one) => !engineFeatures.includes(one)).map(({ name }) => name);
    const formatted = problems?.map(({ file, line, message }) => [file, line, message].filter(Boolean).join(':'));
    console.log(JSON.stringify(added ?? formatted));`;
  const args = ['--input-type=module', '--eval', script];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout.replaceAll(path.sep, '/').replaceAll(folder, ''));
}

test('loads a feature of the site folder and one of a package, each once', () => {
  writeConfig("['./greetings.ts', 'orchard-tools', './greetings.ts']");
  write('greetings.ts', writeFeature("{ name: 'greetings' }"));
  const packageExports = { import: './feature.js' };
  write(
    'node_modules/orchard-tools/package.json',
    JSON.stringify({ type: 'module', exports: packageExports }),
  );
  write('node_modules/orchard-tools/feature.js', "export default { name: 'orchard-tools' };\n");
  expect(install()).toEqual(['greetings', 'orchard-tools']);
  expect(install({ FEATURES_OFF: ['greetings'] })).toEqual(['orchard-tools']);
});

test('FEATURES adds packages and files without a site folder', () => {
  write('node_modules/orchard-tools/package.json', JSON.stringify({ main: 'feature.mjs' }));
  write('node_modules/orchard-tools/feature.mjs', "export default { name: 'orchard-tools' };\n");
  write('greetings.ts', writeFeature("{ name: 'greetings' }"));
  expect(install({ FEATURES: ['orchard-tools', './greetings.ts'] })).toEqual(['orchard-tools', 'greetings']);
});

test("doesn't evaluate a configuration without the key, so that it doesn't slow down a start", () => {
  write('site.config.ts', "throw new Error('evaluated');\nexport default { name: 'Features' };\n");
  expect(install()).toEqual([]);
});

describe("a feature that can't be loaded", () => {
  test.each([
    [
      'a missing file',
      "['./gone.ts']",
      undefined,
      /^site\.config\.ts:3:The feature "\.\/gone\.ts" isn't a file/,
    ],
    ['a missing package', "['orchard-tools']", undefined, /^site\.config\.ts:3:.*npm install orchard-tools/],
    ['another type', '5', undefined, /^site\.config\.ts:3:features: list modules/],
    ['no default export', "['./one.ts']", 'export const one = 1;', /isn't a feature: .*no default export/],
    ['an error', "['./one.ts']", "throw new Error('Broken.');", /can't be loaded: Broken\./],
    ['a name in capitals', "['./one.ts']", writeFeature("{ name: 'One' }"), /name: must be lower case/],
    [
      'an unknown key',
      "['./one.ts']",
      writeFeature("{ name: 'one', page: {} }"),
      /"page".*Did you mean "pages"\?/,
    ],
    [
      'a newer version',
      "['./one.ts']",
      writeFeature("{ name: 'one', needsVersion: '99.0.0' }"),
      /needs Gatehouse 99\.0\.0 or newer, but this is/,
    ],
    [
      'an export of a newer version',
      "['./one.ts']",
      "import { defineMore } from 'gatehouse/feature';\nexport default defineMore({});",
      /needs a newer version of Gatehouse than/,
    ],
    [
      'a setting without a meaning',
      "['./one.ts']",
      withZod("settings: { ONE_DAYS: { schema: z.string(), group: 'One' } }"),
      /settings\.ONE_DAYS\.meaning/,
    ],
    [
      'a setting without a schema',
      "['./one.ts']",
      withZod("settings: { ONE_DAYS: { schema: /7/, group: 'One', meaning: 'Days.' } }"),
      /settings\.ONE_DAYS\.schema: must be a schema of Zod 4/,
    ],
    [
      'a setting of the program',
      "['./one.ts']",
      withZod("settings: { BASE_URL: { schema: z.string(), group: 'One', meaning: 'Days.' } }"),
      /The setting BASE_URL is declared a second time/,
    ],
    [
      'a setting of another feature',
      "['./one.ts']",
      withZod("settings: { FEEDBACK_DAYS: { schema: z.string(), group: 'One', meaning: 'Days.' } }"),
      /declares the setting FEEDBACK_DAYS a second time/,
    ],
    [
      'a table without its restore policy',
      "['./one.ts']",
      withTable("one: { columns: 'id' }"),
      /dataFiles\.0\.tables\.one\.restored/,
    ],
    [
      'a table of the program',
      "['./one.ts']",
      withTable("sessions: { restored: 'add', columns: 'id' }"),
      /declares the table sessions a second time/,
    ],
    [
      'a route without access',
      "['./one.ts']",
      writeFeature("{ name: 'one', routes: [{ method: 'GET', path: '/one', kind: 'route' }] }"),
      /routes\.0\.access/,
    ],
    [
      'a page without an audience',
      "['./one.ts']",
      writeFeature("{ name: 'one', pages: { one: { path: '/one', module: new URL('file:///one.tsx') } } }"),
      /pages\.one\.audience/,
    ],
    [
      'a live part that is no component',
      "['./one.ts']",
      writeFeature(
        "{ name: 'one', markdown: { liveParts: { bar: { module: new URL('file:///one.tsx') } } } }",
      ),
      /markdown\.liveParts\.bar: must be the name of a component/,
    ],
    [
      'the live part of another feature',
      "['./one.ts']",
      writeFeature(
        "{ name: 'one', markdown: { liveParts: { Mermaid: { module: new URL('file:///one.tsx') } } } }",
      ),
      /Two features declare the live part Mermaid/,
    ],
    [
      'the name of another feature',
      "['./one.ts']",
      writeFeature("{ name: 'mcp' }"),
      /Two features are named "mcp"/,
    ],
    [
      'endpoints whose module fails',
      "['./one.ts']",
      writeFeature("{ name: 'one', endpoints: async () => { throw new Error('Broken.'); } }"),
      /^site\.config\.ts:3:.*isn't a valid feature: endpoints: the function that loads them failed: Broken\./,
    ],
    [
      'a function that loads no endpoints',
      "['./one.ts']",
      writeFeature("{ name: 'one', endpoints: async () => undefined }"),
      /endpoints: must be an object/,
    ],
    [
      'operations for deploy tokens whose module fails',
      "['./one.ts']",
      writeFeature("{ name: 'one', deployOperations: async () => (await import('./gone.ts')).gone }"),
      /deployOperations: the function that loads them failed: .*gone\.ts/,
    ],
    [
      'a route of the program',
      "['./one.ts']",
      writeFeature(
        "{ name: 'one', routes: [{ method: 'GET', path: '/login', access: 'public', kind: 'route' }] }",
      ),
      /The route GET \/login is declared twice/,
    ],
  ])('says what is wrong and what to do: %s', (_, features, module, message) => {
    writeConfig(features);
    if (module !== undefined) write('one.ts', module);
    const problems = install();
    expect(problems).toEqual([expect.stringMatching(message)]);
  });

  const writeList = (endpoints: string) => writeFeature(`{ name: 'one', endpoints: ${endpoints} }`);
  const writeLoader = (endpoints: string) => writeList(`async () => (${endpoints})`);

  test.each([
    [
      'is outside of the API',
      "{ one: { call: 'GET /one', access: 'reader', summary: 'One.' } }",
      /endpoints\.one\.call: must be a method and a path below \/api\/v1/,
    ],
    [
      'has no access',
      "{ one: { call: 'GET /api/v1/one', summary: 'One.' } }",
      /endpoints\.one\.access: must be/,
    ],
    [
      'has the call of one of the program',
      "{ one: { call: 'GET /api/v1/account', access: 'reader', summary: 'One.' } }",
      /The route GET \/api\/v1\/account is declared twice/,
    ],
    [
      'has the name of one of another feature',
      "{ listBackups: { call: 'GET /api/v1/one', access: 'reader', summary: 'One.' } }",
      /The feature one declares the endpoint listBackups a second time/,
    ],
  ])('says so if an endpoint %s, listed or loaded by a function', (_, endpoints, message) => {
    writeConfig("['./one.ts']");
    for (const module of [writeList(endpoints), writeLoader(endpoints)]) {
      write('one.ts', module);
      expect(install()).toEqual([expect.stringMatching(message)]);
    }
  });
});

test('loads a feature whose endpoints a function loads', () => {
  writeConfig("['./one.ts']");
  write(
    'one.ts',
    writeFeature("{ name: 'one', endpoints: async () => (await import('./endpoints.ts')).endpoints }"),
  );
  write(
    'endpoints.ts',
    "export const endpoints = { one: { call: 'GET /api/v1/one', access: 'reader', summary: 'One.' } };\n",
  );
  expect(install()).toEqual(['one']);
});
