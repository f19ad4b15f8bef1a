import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { canaries } from '../../testing/release.ts';
import { startServer, type TestServer, type TestServerOptions } from '../../testing/server.ts';
import { probeAsVisitor } from '../../testing/visitor-probe.ts';
import { writeSiteModules } from '../build/bundle/site-plugin.ts';
import { english } from '../config/texts.ts';
import { readLiveManifest } from '../model/manifest.ts';
import { createServerRoutes, loadFeatureApi } from '../server/api/load-api.ts';
import { defineFeature, type Feature, toBuildFeatures } from './feature.ts';
import { engineFeatures, installFeatures } from './index.ts';

const leaveOut = (...names: string[]) => ({
  FEATURES: [],
  FEATURES_OFF: names,
  IDENTITY: 'local',
  SITE_DIR: undefined,
});
/** A working folder without a site. */
const emptyFolder = import.meta.dirname;

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(options: TestServerOptions) {
  server = await startServer({ ...options, environment: { LOG_LEVEL: 'error' } });
  return server;
}

/** Lists the routes that a server has only with these features. */
async function listOwnRoutes(features: readonly Feature[]) {
  const common = createServerRoutes([], await loadFeatureApi([]));
  const { routes } = createServerRoutes(features, await loadFeatureApi(features));
  return routes.filter(({ method, path }) => common.find(method, path) === undefined);
}

/** Reads an article, the session and the reader's account, as readers of every site can. */
async function readBasics(site: TestServer) {
  const cookie = await site.signIn();
  const statuses: number[] = [];
  for (const url of ['/docs/Tasks', '/auth/session', '/api/v1/account', '/api/v1/openapi.json', '/readyz'])
    statuses.push((await site.get(url, { cookie })).statusCode);
  return statuses;
}

test('a server without features serves the site, and a visitor learns nothing', async () => {
  const site = await start({ features: [] });
  expect(await readBasics(site)).toEqual([200, 200, 200, 200, 200]);
  const manifest = readLiveManifest(site.dist);
  if (!manifest) throw new Error('There is no release.');
  const { origin } = await site.listen();
  const report = await probeAsVisitor({ origin, manifest, canaries: Object.values(canaries) });
  expect(report.leaks).toEqual([]);
  expect(report.differences).toEqual([]);
  expect(report.requests).toBeGreaterThan(3_000);
});

test("without a feature, its routes don't exist for anyone", async () => {
  const site = await start({ features: [] });
  const cookie = await site.signIn();
  const routes = await listOwnRoutes(engineFeatures);
  expect(routes.length).toBeGreaterThan(50);
  for (const { method, path } of routes) {
    const url = path.replace(/:\w+/g, 'x');
    const answer = await site.app.inject({ method, url, headers: { host: 'localhost:3000', cookie } });
    expect([`${method} ${path}`, answer.statusCode]).toEqual([`${method} ${path}`, 404]);
  }
});

test('pages of the rooms call no endpoint of a feature, unless they ask whether it is there', async () => {
  const root = path.resolve(import.meta.dirname, '../ui');
  const calls: { name: string; call: string }[] = [];
  for (const { name, endpoints: declaredEndpoints = {} } of engineFeatures) {
    const { endpoints } = await loadFeatureApi([{ name, endpoints: declaredEndpoints }]);
    calls.push(...Object.values(endpoints).map(({ call }) => ({ name, call })));
  }
  expect(calls.length).toBeGreaterThan(30);
  const withoutAsking = globSync('**/*.{ts,tsx}', { cwd: root }).flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    if (text.includes("from 'virtual:site/has'")) return [];
    return calls
      .filter(({ call }) => text.includes(`'${call}'`))
      .map(({ name, call }) => `${file} calls ${call} of ${name}`);
  });
  expect(withoutAsking).toEqual([]);
});

describe.each(engineFeatures.map((feature) => [feature.name, feature] as const))(
  'without %s',
  (name, feature) => {
    test('a server starts and serves the site, and a visitor learns nothing', async () => {
      const { features = [] } = await installFeatures(leaveOut(name), emptyFolder);
      expect(features).toHaveLength(engineFeatures.length - 1);
      const site = await start({ features });
      expect(await readBasics(site)).toEqual([200, 200, 200, 200, 200]);
      const manifest = readLiveManifest(site.dist);
      if (!manifest) throw new Error('There is no release.');
      const { origin } = await site.listen();
      // Every trick is tried on an article. The routes of the feature must look like addresses that don't exist.
      const entry = manifest.entries.find(({ url }) => url === '/docs/Tasks');
      const routes = (await listOwnRoutes([feature])).flatMap(({ path }) =>
        entry ? [{ ...entry, url: path.replace(/:\w+/g, 'x'), audience: 'reader' as const }] : [],
      );
      const report = await probeAsVisitor({
        origin,
        manifest: { entries: [...(entry ? [entry] : []), ...routes], redirects: [] },
        canaries: Object.values(canaries),
        thorough: 1,
      });
      expect(report.leaks).toEqual([]);
      expect(report.differences).toEqual([]);
      expect(report.requests).toBeGreaterThan(100);
    });
  },
);

test('parts of several features appear at their place, in the order of the features', () => {
  const declarePart = (name: string) =>
    defineFeature({ name, parts: { 'users-actions': new URL(`./${name}.tsx`, import.meta.url) } });
  const { parts } = toBuildFeatures([
    declarePart('second'),
    defineFeature({ name: 'none' }),
    declarePart('first'),
  ]);
  expect(parts.map(({ place, module }) => [place, path.basename(module)])).toEqual([
    ['users-actions', 'second.tsx'],
    ['users-actions', 'first.tsx'],
  ]);
});

describe('pages know which features are left out', () => {
  const writeConstants = (...leftOut: string[]) =>
    writeSiteModules({
      siteDir: '/nowhere',
      boundary: { roots: [], privateFolders: [] },
      texts: english,
      styles: [],
      added: toBuildFeatures(engineFeatures.filter(({ name }) => !leftOut.includes(name))),
    })['virtual:site/has'];

  test.each([
    ['announcements', 'hasAnnouncements'],
    ['insights', 'hasDigest'],
    ['insights', 'hasInsights'],
    ['mcp', 'hasMcp'],
    ['people-import', 'hasPeopleImport'],
    ['second-factor', 'hasSecondFactor'],
  ])('without %s, %s is false', (name, constant) => {
    expect(writeConstants()).toContain(`export const ${constant} = true;`);
    expect(writeConstants(name)).toContain(`export const ${constant} = false;`);
  });

  test('another feature can write the weekly digest', () => {
    const weather = defineFeature({ name: 'weather', describeWeek: async () => 'It rained.' });
    expect(toBuildFeatures([weather]).describesWeek).toBe(true);
    expect(toBuildFeatures([]).describesWeek).toBe(false);
  });
});

test('FEATURES_OFF rejects a name that no feature has, and suggests the nearest', async () => {
  const { problems = [] } = await installFeatures(leaveOut('insight', 'mcp'), emptyFolder);
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^FEATURES_OFF names "insight", which isn't a feature. Did you mean "insights"\? Features: /,
    ),
  ]);
});

describe('IDENTITY', () => {
  const install = async (IDENTITY: string, ...off: string[]) => {
    const { problems } = await installFeatures({ ...leaveOut(...off), IDENTITY }, emptyFolder);
    return problems?.map(({ message }) => message);
  };

  test.each(['local', 'oidc', 'firebase'])('can name %s', async (provider) => {
    expect(await install(provider)).toBeUndefined();
  });

  test.each([
    ['oid', 'Did you mean "oidc"? Identity providers: local, firebase, oidc.'],
    ['fire-base', 'Did you mean "firebase"? Identity providers: local, firebase, oidc.'],
    ['ldap', 'Identity providers: local, firebase, oidc.'],
  ])("can't name %s, which no feature has", async (provider, rest) => {
    expect(await install(provider)).toEqual([
      `IDENTITY names "${provider}", which isn't an identity provider. ${rest}`,
    ]);
  });

  test.each(['oidc', 'firebase'])("can't name %s without its feature", async (provider) => {
    expect(await install(provider, provider)).toEqual([
      `IDENTITY=${provider} needs the feature "${provider}", which FEATURES_OFF switches off.`,
    ]);
    expect(await install('local', provider)).toBeUndefined();
  });
});

test.each(['administrators', 'everybody'] as const)('SECOND_FACTOR=%s needs its feature', async (rule) => {
  const install = (...off: string[]) =>
    installFeatures({ ...leaveOut(...off), SECOND_FACTOR: rule }, emptyFolder);
  expect((await install('second-factor')).problems?.map(({ message }) => message)).toEqual([
    `SECOND_FACTOR=${rule} needs the feature "second-factor", which FEATURES_OFF switches off.`,
  ]);
  expect((await install('mcp')).problems).toBeUndefined();
});

describe('two features with one declaration', () => {
  const endpoint = { call: 'GET /api/v1/twice', access: 'reader', summary: 'Twice.' } as const;
  const route = { method: 'GET', path: '/twice', access: 'reader', kind: 'route' } as const;
  const operation = {
    ...{ path: '/api/v1/twice', summary: 'Twice.', bodyIs: 'A file.', errors: {} },
    answer: z.object({}),
  };
  const page = {
    path: '/twice',
    title: 'account',
    audience: 'reader',
    module: new URL('./x.tsx', import.meta.url),
  } as const;
  const first = defineFeature({
    name: 'first',
    endpoints: { twice: endpoint },
    routes: [route],
    deployOperations: { twiceByToken: operation },
    pages: { twice: page },
  });
  const second = { ...first, name: 'second' };

  test.each([
    ['both listed', first, second],
    ['one loaded', first, { name: 'second', endpoints: async () => first.endpoints }],
    [
      'both loaded',
      { name: 'first', endpoints: async () => first.endpoints },
      { name: 'second', endpoints: async () => first.endpoints },
    ],
  ])("can't declare the same endpoint: %s", async (_, one, other) => {
    await expect(loadFeatureApi([one, other])).rejects.toThrow(
      'The feature second declares the endpoint twice a second time.',
    );
  });
  test.each(['twice', 'not-found'])("can't declare the same error code: %s", async (code) => {
    const codes = { errorCodes: { [code]: 'Declared a second time.' } };
    await expect(
      loadFeatureApi([
        { name: 'first', errorCodes: { twice: 'Twice.' } },
        { name: 'second', ...codes },
      ]),
    ).rejects.toThrow(`The feature second declares the error code ${code} a second time.`);
  });
  test("can't declare the same operation for deploy tokens", async () => {
    const operationsOnly = [first, second].map(({ name, deployOperations }) => ({ name, deployOperations }));
    const loaded = operationsOnly.map(({ name, deployOperations }) => ({
      name,
      deployOperations: async () => deployOperations,
    }));
    for (const features of [operationsOnly, loaded])
      await expect(loadFeatureApi(features)).rejects.toThrow(
        'The feature second declares the operation twiceByToken a second time.',
      );
  });
  test("can't both admit publishers: the server doesn't start", async () => {
    const admitting = ['first', 'second'].map((name) =>
      defineFeature({
        name,
        start: async ({ admitPublishers }) => {
          admitPublishers(async () => undefined);
          return undefined;
        },
      }),
    );
    await expect(start({ features: admitting })).rejects.toThrow(
      'The feature second admits publishers, but another feature already does.',
    );
  });
  test("can't both add a second step of signing in: the server doesn't start", async () => {
    const continuing = ['first', 'second'].map((name) =>
      defineFeature({
        name,
        start: async ({ continueSignIns }) => {
          continueSignIns((_request, reply) => reply);
          return undefined;
        },
      }),
    );
    await expect(start({ features: continuing })).rejects.toThrow(
      'The feature second continues sign-ins, but another feature already does.',
    );
  });
  test("can't declare the same page", () => {
    expect(() => toBuildFeatures([first, second])).toThrow(
      'The feature second declares the page twice a second time.',
    );
  });
  test.each(['/login', '/auth/session', '/api/v1/account', '/api/v1/backups', '/twice', '/parts/7'])(
    "can't declare a page where a route answers: %s",
    (pagePath) => {
      const pageFeature = { name: 'second', pages: { other: { ...page, path: pagePath } } };
      const routes = [route, { ...route, path: '/parts/:part' }];
      expect(() => toBuildFeatures([{ name: 'first', routes }, pageFeature])).toThrow(
        `The feature second declares a page at ${pagePath}, where a route answers.`,
      );
    },
  );
  test("can't declare the same route: the server doesn't start", async () => {
    const routesOnly = [first, second].map(({ name, routes }) => ({ name, routes }));
    await expect(start({ features: routesOnly })).rejects.toThrow('The route GET /twice is declared twice.');
  });
});

test('every mail that a feature sends has an example for administrators', async () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const { default: statusFeature } = await import('../../examples/feature/status/feature.ts');
  const folders = [
    ...engineFeatures.map((feature) => ({ feature, folder: `src/features/${feature.name}` })),
    { feature: statusFeature, folder: 'examples/feature/status' },
  ];
  let calls = 0;
  for (const { feature, folder } of folders) {
    const declaredMails = Object.keys(('mails' in feature && feature.mails) || {});
    for (const file of globSync(`${folder}/**/*.ts`, { cwd: root })) {
      for (const [call] of readFileSync(path.join(root, file), 'utf8').matchAll(
        /\bsendMail\([\s\S]{0,200}/g,
      )) {
        const kind = /\bkind: '([\w-]+)'/.exec(call)?.[1];
        expect([file, declaredMails]).toEqual([file, expect.arrayContaining([kind])]);
        calls += 1;
      }
    }
  }
  expect(calls).toBeGreaterThan(0);
});
