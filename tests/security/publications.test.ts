import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { writeContentFile } from '../../src/build/publish/content-file.ts';
import type { Publication } from '../../src/features/publishing/publications/publication-operations.ts';
import { createPublishingServer } from '../../src/features/publishing/publish/publishing-server.ts';
import { readRelease } from '../../src/features/publishing/publish/read-release.ts';
import { rollBack } from '../../src/features/publishing/releases/roll-back.ts';
import { type Manifest, manifestSchema, readLiveManifest } from '../../src/model/manifest.ts';
import { hashContent } from '../../src/releases/content-hash.ts';
import { makeContentFolders } from '../../src/releases/dist-folder.ts';
import { publish } from '../../src/releases/publish.ts';
import { checkBuild } from '../../src/server/ops/doctor/check-build.ts';
import { checkRelease } from '../../src/server/release/check-release.ts';
import { openViews } from '../../src/views/scope-views.ts';
import { buildRelease } from '../../testing/built-release.ts';
import { createDeployToken } from '../../testing/deploy-token.ts';
import { publishTo } from '../../testing/publish-to.ts';
import { fixtureEntries } from '../../testing/release.ts';
import { startServer, type TestServer, type TestServerOptions } from '../../testing/server.ts';
import { testEnvironment } from '../../testing/test-environment.ts';
import { TestSite } from '../../testing/test-site.ts';
import { unmount } from '../../testing/unmount.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'publications-'));
/** A site with a page for all readers and one for a group. */
const site = new TestSite({
  'docs/open.md':
    '# Open\n\nFor every reader.\n\n<Audience for="staff">\n\nThe margin is 40 %.\n\n</Audience>\n',
  'docs/staff.md': '---\naudience: staff\n---\n\n# Staff\n\nFor the staff.\n',
  'docs/partners.md': '---\naudience: partners\n---\n\n# Partners\n\nFor partners.\n',
  'site.config.ts': "export default { groups: ['staff', 'partners'] };\n",
});
beforeAll(async () => {
  const { ok, problems } = await site.build();
  if (!ok) throw new Error(JSON.stringify(problems));
});
afterAll(() => {
  site[Symbol.dispose]();
  rmSync(folder, { recursive: true });
});

let number = 0;
const nextNumber = () => {
  number += 1;
  return number;
};
/** Copies the built site and changes it. The copy is the live release of its dist folder. */
function createChangedRelease(
  change: (manifest: Manifest, write: WriteFile) => void,
  from = site.distDir,
): string {
  number += 1;
  const dist = path.join(folder, `release-${number}`);
  cpSync(from, dist, { recursive: true });
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(path.join(dist, 'manifest.json'), 'utf8')));
  change(
    manifest,
    (stem, extension, content) =>
      writeContentFile(dist, { folder: 'data', stem, extension, content: Buffer.from(content) }).file,
  );
  makeContentFolders(dist);
  publish(dist, { manifest: { ...manifest, build: `release-${number}` }, siteJson: '{}' }, { keep: 5 });
  return dist;
}
type WriteFile = (stem: string, extension: string, content: string) => string;

/** Serves a copy of this release until the test ends. */
async function startServingServer(dist: string, environment: TestServerOptions['environment'] = {}) {
  const there = await startServing(dist, environment);
  onTestFinished(() => there.server.close());
  return there;
}

async function startServing(dist: string, environment: TestServerOptions['environment'] = {}) {
  const copy = `${dist}-served-${nextNumber()}`;
  cpSync(dist, copy, { recursive: true });
  const server = await startServer({
    ...{ dist: copy, openViews },
    environment: { PUBLISH_MAX_MB: 100, RELEASES_KEEP: 5, ...environment },
  });
  const token = await createDeployToken(server);
  const { origin } = await server.listen();
  return { server, origin, token };
}

type PublishOptions = Parameters<typeof readRelease>[1];

async function readPublication(dist: string, options: PublishOptions = {}): Promise<Publication> {
  const read = await readRelease(dist, options);
  if ('error' in read) throw new Error(read.error);
  return read.publication;
}

const createClientFor = ({ origin, token }: { origin: string; token: string }) =>
  createPublishingServer({ to: new URL(origin), token, firstWaitMs: 1 });

/** The server's answer to a publication: `served`, or the code and message of its refusal. */
async function publishThere(
  there: { origin: string; token: string },
  dist: string,
  options: PublishOptions = {},
) {
  const { sent, error } = await publishTo(createClientFor(there), dist, await readPublication(dist, options));
  return sent ? { code: 'served', message: '' } : error;
}

async function isServedAsBefore(server: TestServer, build: string | undefined): Promise<void> {
  expect([readLiveManifest(server.dist)?.build, server.releases.current().build]).toEqual([build, build]);
  expect((await server.get('/readyz')).json()).toEqual({ status: 'ready' });
  const cookie = await server.signIn();
  expect((await server.get('/docs/open', { cookie, accept: 'text/html' })).body).toContain(
    'For every reader.',
  );
  const reader = await server.signInAs();
  expect((await server.get('/docs/open', { cookie: reader, accept: 'text/html' })).body).toContain(
    'every reader',
  );
}

const findViews = (manifest: Manifest) => {
  if (!manifest.views) throw new Error('The site has audiences.');
  return manifest.views;
};
const readStoredViews = () =>
  readFileSync(path.join(site.distDir, readLiveManifest(site.distDir)?.views?.site ?? ''), 'utf8');

describe('a release that no server could load', () => {
  /** The tests share one server. Each one finds it as the previous one left it. */
  let there: Awaited<ReturnType<typeof startServing>>;
  let before: string | undefined;
  beforeAll(async () => {
    there = await startServing(site.distDir);
    before = readLiveManifest(there.server.dist)?.build;
  });
  afterAll(() => there?.server.close());

  const changeViews = (content: () => string) => (manifest: Manifest, write: WriteFile) => {
    findViews(manifest).site = write('views', '.json', content());
  };
  const changeRenderer = (content: string) => (manifest: Manifest, write: WriteFile) => {
    findViews(manifest).renderers = [write('renderer', '.mjs', content)];
  };
  const replaceViews = (change: (stored: { languages: Record<string, unknown>[] }) => void) =>
    changeViews(() => {
      const views = JSON.parse(readStoredViews());
      change(views);
      return JSON.stringify(views);
    });
  const duplicateFirst = (manifest: Manifest) => {
    const [entry] = manifest.entries;
    if (!entry) throw new Error('There is an entry.');
    return entry;
  };

  test.each<[string, (manifest: Manifest, write: WriteFile) => void]>([
    ['views without anything', changeViews(() => '{}')],
    ['views that are a list', changeViews(() => '[]')],
    ['views that were cut off', changeViews(() => readStoredViews().slice(0, 500))],
    [
      'views without languages',
      replaceViews((views) => {
        views.languages = [];
      }),
    ],
    [
      'views of a language without a site',
      replaceViews(({ languages: [language] }) => {
        if (language) delete language.site;
      }),
    ],
    [
      'views whose documents are numbers',
      replaceViews(({ languages: [language] }) => {
        if (language) Object.assign(language, { site: { docs: [1, 2] } });
      }),
    ],
    [
      'views whose sets are missing',
      replaceViews(({ languages: [language] }) => {
        if (language) Object.assign(language, { site: { docs: [] } });
      }),
    ],
    [
      'no renderer',
      (manifest) => {
        findViews(manifest).renderers = [];
      },
    ],
    ["a renderer that isn't code", changeRenderer('<html>')],
    ['a renderer that throws', changeRenderer('throw new Error("no")')],
    ['a renderer that exports nothing', changeRenderer('export {}')],
    [
      "a search index that isn't a database",
      (manifest, write) => {
        manifest.search = write('search', '.db', 'no index');
      },
    ],
    [
      'an empty search index',
      (manifest, write) => {
        manifest.search = write('search', '.db', '');
      },
    ],
    [
      'a template with a slot of its own',
      (manifest, write) => {
        for (const { templates } of manifest.languages)
          templates.login = write('login', '.html', '{{nothing}}');
      },
    ],
  ])('is refused because of %s, and changes nothing', async (_, change) => {
    const refusal = await publishThere(there, createChangedRelease(change));
    expect(refusal.code, refusal.message).toBe('unusable');
    await isServedAsBefore(there.server, before);
  });

  test.each<[string, (manifest: Manifest) => void]>([
    [
      'a content type with a line break',
      (manifest: Manifest) => {
        duplicateFirst(manifest).type = 'text/html\r\nset-cookie: sid=x';
      },
    ],
    [
      'a content type that builds never give',
      (manifest: Manifest) => {
        duplicateFirst(manifest).type = 'text/html; charset=utf-7';
      },
    ],
    [
      'a policy that allows everything',
      (manifest: Manifest) => {
        manifest.scriptHashes = ["* 'unsafe-inline'"];
      },
    ],
    [
      'an entity tag with a line break',
      (manifest: Manifest) => {
        duplicateFirst(manifest).hash = 'x"\r\nx-evil: 1\r\nxxxxx';
      },
    ],
    [
      "a status that pages don't have",
      (manifest: Manifest) => {
        duplicateFirst(manifest).status = 101;
      },
    ],
  ])('is refused because of %s, and changes nothing', async (_, change) => {
    const dist = createChangedRelease(() => {});
    const publication = await readPublication(dist);
    const manifest: Manifest = JSON.parse(publication.manifest);
    change(manifest);
    const sentResult = await publishTo(createClientFor(there), dist, {
      ...publication,
      manifest: JSON.stringify(manifest),
    });
    expect(sentResult.error?.code).toBe('malformed');
    await isServedAsBefore(there.server, before);
  });
});

describe('a publication with a file that has the name of a served one and other content', () => {
  /** Changes the content of a file in a copy of the site, and lists it in the publication. */
  async function publishChanged(
    there: Awaited<ReturnType<typeof startServing>>,
    selectName: (manifest: Manifest) => string | undefined,
    content: Buffer,
  ) {
    const dist = createChangedRelease(() => {});
    const { files, ...publication } = await readPublication(dist);
    const manifest: Manifest = JSON.parse(publication.manifest);
    const name = selectName(manifest);
    if (name === undefined) throw new Error('The release has such a file.');
    writeFileSync(path.join(dist, name), content);
    const changedContent = { bytes: content.length, hash: hashContent(content) };
    for (const entry of manifest.entries) if (entry.file === name) Object.assign(entry, changedContent);
    const readFileThere = () => readFileSync(path.join(there.server.dist, name));
    const before = readFileThere();
    const { sent, error } = await publishTo(createClientFor(there), dist, {
      ...publication,
      manifest: JSON.stringify(manifest),
      files: files.map((file) => (file.name === name ? { name, ...changedContent } : file)),
    });
    expect(readFileThere().equals(before), name).toBe(true);
    return sent ? 'served' : error.code;
  }
  const findEntry = (manifest: Manifest) => manifest.entries.find(({ url }) => url === '/docs/open');

  test.each<[string, string, (manifest: Manifest) => string | undefined]>([
    ['a page', 'malformed', (manifest) => findEntry(manifest)?.file],
    ['a template', 'malformed', ({ languages }) => languages[0]?.templates.login],
    ['the data of its views', 'malformed', ({ views }) => views?.site],
    ['its renderer', 'malformed', ({ views }) => views?.renderers[0]],
    ['an article', 'malformed', ({ views }) => views?.articles[0]],
    ['its search index', 'malformed', ({ search }) => search],
  ])('is refused, and the file stays: %s', async (_, code, selectName) => {
    const there = await startServingServer(site.distDir);
    const { build } = there.server.releases.current();
    await isServedAsBefore(there.server, build);
    expect(await publishChanged(there, selectName, Buffer.from('other content'))).toBe(code);
    await isServedAsBefore(there.server, build);
  });

  test.each(['br', 'gzip'] as const)(
    'leaves a page as it is that is compressed with %s',
    async (encoding) => {
      const there = await startServingServer(site.distDir);
      const selectName = (manifest: Manifest) => findEntry(manifest)?.encodings[encoding];
      expect(await publishChanged(there, selectName, Buffer.from('other content'))).toBe('served');
      const cookie = await there.server.signIn();
      const page = await fetch(`${there.origin}/docs/open`, {
        headers: { cookie, accept: 'text/html', 'accept-encoding': encoding },
      });
      expect(page.headers.get('content-encoding')).toBe(encoding);
      expect(await page.text()).toContain('For every reader.');
    },
  );

  describe('is refused if it has a search index with a name of earlier versions', () => {
    const oldName = 'data/search.0123456789abcdef.db';
    /** A release of an earlier version, whose search index has a name that says nothing about its bytes. */
    const createEarlierRelease = (change: (content: Buffer) => Buffer) =>
      createChangedRelease((manifest) => {
        const content = readFileSync(path.join(site.distDir, manifest.search ?? ''));
        manifest.search = oldName;
        writeFileSync(path.join(folder, `release-${number}`, oldName), change(content));
      });

    test('is refused if a kept release needs the served file, and changes no byte of that release', async () => {
      const there = await startServingServer(createEarlierRelease((content) => content));
      await isServedAsBefore(there.server, there.server.releases.current().build);
      const file = path.join(there.server.dist, oldName);
      const before = readFileSync(file);
      const other = createEarlierRelease((content) => Buffer.concat([content, Buffer.alloc(4096)]));
      expect(await publishThere(there, other)).toMatchObject({
        code: 'built-otherwise',
        message: expect.stringContaining(oldName),
      });
      // Publishing fails in the same way after another release has been published.
      expect(
        await publishThere(
          there,
          createChangedRelease(() => {}),
        ),
      ).toMatchObject({ code: 'served' });
      expect(await publishThere(there, other)).toMatchObject({ code: 'built-otherwise' });
      expect(readFileSync(file).equals(before)).toBe(true);
      expect(await rollBack({ folder: there.server.dist, https: false, openViews })).toMatchObject({
        outcome: 'done',
      });
      // A file with the same bytes doesn't conflict.
      const same = createEarlierRelease((content) => content);
      expect(await publishThere(there, same)).toMatchObject({ code: 'served' });
    });

    test('is refused if the served file arrived during the upload', async () => {
      const there = await startServingServer(site.distDir);
      const publication = await readPublication(createEarlierRelease((content) => content));
      const file = path.join(there.server.dist, oldName);
      const client = createClientFor(there);
      const switchTo = client.switchTo.bind(client);
      Object.assign(client, {
        switchTo: async (...request: Parameters<typeof switchTo>) => {
          writeFileSync(file, 'the index of another release');
          return switchTo(...request);
        },
      });
      const { error } = await publishTo(client, path.join(folder, `release-${number}`), publication);
      expect(error?.code).toBe('built-otherwise');
      expect(readFileSync(file, 'utf8')).toBe('the index of another release');
    });
  });

  test('repairs a damaged file, and no other one', async () => {
    const there = await startServingServer(site.distDir);
    const manifest = readLiveManifest(there.server.dist);
    const names = [findEntry, (all: Manifest) => all.entries.find(({ url }) => url === '/docs/staff')];
    const files = names
      .map((find) => manifest && find(manifest)?.encodings.br)
      .filter((name) => name !== undefined);
    expect(files).toHaveLength(2);
    const contents = files.map((name) => readFileSync(path.join(site.distDir, name)));
    truncateSync(path.join(there.server.dist, files[0] ?? ''), 5);
    expect(
      (
        await publishThere(
          there,
          createChangedRelease(() => {}),
        )
      ).code,
    ).toBe('served');
    for (const [index, name] of files.entries())
      expect(readFileSync(path.join(there.server.dist, name))).toEqual(contents[index]);
  });
});

describe('a server that is served from a damaged folder', () => {
  const damages: [string, (dist: string, manifest: Manifest) => void][] = [
    [
      'views that were cut off',
      (dist, manifest) => truncateSync(path.join(dist, findViews(manifest).site), 100),
    ],
    [
      'a renderer that was altered',
      (dist, manifest) => writeFileSync(path.join(dist, findViews(manifest).renderers[0] ?? ''), 'export {}'),
    ],
    [
      'a template that was cut off',
      (dist, manifest) => truncateSync(path.join(dist, manifest.languages[0]?.templates.login ?? ''), 50),
    ],
    ['a manifest that was cut off', (dist) => truncateSync(path.join(dist, 'manifest.json'), 1_000)],
    ['a page that is missing', (dist, manifest) => rmSync(path.join(dist, findFile(manifest, '/docs/new')))],
    [
      'a page that was cut off',
      (dist, manifest) => truncateSync(path.join(dist, findFile(manifest, '/docs/new')), 10),
    ],
  ];
  /**
   * Creates two releases, of which only the newest has a certain page. Every damaged file is new in it, too.
   */
  function createTwoReleases(): string {
    return createChangedRelease((manifest, write) => {
      const page = '<!doctype html><p>The newest.</p>';
      const file = write('new', '.html', page);
      const entry = manifest.entries.find(({ url }) => url === '/docs/open');
      if (!entry) throw new Error('The page is there.');
      manifest.entries.push({
        ...{ ...entry, url: '/docs/new', file, encodings: {} },
        ...{ hash: hashContent(page), bytes: page.length },
      });
      findViews(manifest).site = write('views', '.json', ` ${readStoredViews()}`);
      const renderer = findViews(manifest).renderers.map((name) =>
        readFileSync(path.join(site.distDir, name), 'utf8'),
      );
      findViews(manifest).renderers = renderer.map((code) => write('renderer', '.mjs', `${code}\n`));
      for (const { templates } of manifest.languages)
        templates.login = write(
          'login',
          '.html',
          `${readFileSync(path.join(site.distDir, templates.login ?? ''), 'utf8')}\n`,
        );
    });
  }
  const findFile = (manifest: Manifest, url: string) =>
    manifest.entries.find((entry) => entry.url === url)?.file ?? '';

  test.each(damages)(
    'serves the release before it, and says so, where the newest has %s',
    async (_, damage) => {
      const dist = createTwoReleases();
      const manifest = readLiveManifest(dist);
      if (!manifest) throw new Error('It was published.');
      const backup = `${dist}-whole`;
      cpSync(dist, backup, { recursive: true });
      damage(dist, manifest);
      const server = await startServer({ dist, openViews });
      onTestFinished(() => server.close());
      expect(server.releases.current().build).toBe(readLiveManifest(site.distDir)?.build);
      expect(server.events).toMatchObject([{ kind: 'fell-back' }]);
      expect((await server.get('/readyz')).json()).toEqual({ status: 'ready', degraded: ['release'] });
      const cookie = await server.signInAs();
      expect((await server.get('/docs/open', { cookie })).body).toContain('For every reader.');

      cpSync(backup, dist, { recursive: true });
      for (let polls = 0; polls < 4; polls += 1) await server.releases.refresh();
      expect(server.releases.current().build).toBe(manifest.build);
      expect((await server.get('/readyz')).json()).toEqual({ status: 'ready' });
    },
  );

  test.each(damages)(
    'goes on with what it serves when a release is published that has %s',
    async (_, damage) => {
      const next = createTwoReleases();
      const manifest = readLiveManifest(next);
      if (!manifest) throw new Error('It was published.');
      damage(next, manifest);
      const { server } = await startServingServer(site.distDir);
      const before = server.releases.current().build;
      // Copies the release onto a shared volume, which avoids the checks of a publication.
      cpSync(next, server.dist, { recursive: true });
      await server.releases.refresh();
      expect(server.releases.current().build).toBe(before);
      const cookie = await server.signInAs();
      expect((await server.get('/docs/open', { cookie })).body).toContain('For every reader.');
    },
  );

  test('is found by doctor, which names what a start would serve', async () => {
    const dist = createTwoReleases();
    const manifest = readLiveManifest(dist);
    truncateSync(path.join(dist, manifest?.views?.site ?? ''), 100);
    const environment = testEnvironment({});
    const { findings } = await checkBuild(dist, environment, { openViews });
    expect(findings.map(({ state }) => state)).toEqual(['fail', 'warn']);
    expect(findings[0]?.message).toContain(manifest?.views?.site);
    expect(findings[1]?.message).toContain('If you start the server now, it serves');
  });

  test.each([
    ['a page with other bytes of the same length', (manifest: Manifest) => findFile(manifest, '/docs/new')],
    [
      'a compressed page',
      (manifest: Manifest) => manifest.entries.find(({ url }) => url === '/docs/open')?.encodings.br ?? '',
    ],
    ['a search index', (manifest: Manifest) => manifest.search ?? ''],
  ])('is found by doctor --deep: %s', async (_, nameOf) => {
    const dist = createTwoReleases();
    const manifest = readLiveManifest(dist);
    if (!manifest) throw new Error('It was published.');
    const file = path.join(dist, nameOf(manifest));
    const content = readFileSync(file);
    const environment = testEnvironment({});
    const look = async () => (await checkBuild(dist, environment, { openViews, isDeep: true })).findings;
    expect(await look()).toMatchObject([{ state: 'ok' }]);
    writeFileSync(file, content.fill(0x5a, Math.floor(content.length / 2), Math.ceil(content.length * 0.9)));
    const [finding, ...otherFindings] = await look();
    expect(otherFindings).toEqual([]);
    expect(finding).toMatchObject({ state: 'fail', message: expect.stringContaining(path.basename(file)) });
  });

  test.each<[string, (manifest: Manifest) => string | undefined, string]>([
    ['a search index', ({ search }) => search, 'For every reader.'],
    ['the data of views', ({ views }) => views?.site, 'title'],
    ['a renderer', ({ views }) => views?.renderers[0], 'function'],
    ['an article with parts', ({ views }) => views?.articles[0], 'For every reader.'],
    ['a template', ({ languages }) => languages[0]?.templates.login, '<html'],
  ])(
    'is found by doctor --deep, and never rolled back to, with a few other bytes: %s',
    async (_, nameOf, text) => {
      const dist = path.join(folder, `altered-${nextNumber()}`);
      cpSync(site.distDir, dist, { recursive: true });
      const manifest = readLiveManifest(dist);
      const name = (manifest && nameOf(manifest)) ?? '';
      const content = readFileSync(path.join(dist, name), 'latin1');
      expect(content).toContain(text);
      writeFileSync(path.join(dist, name), content.replace(text, text.toUpperCase()), 'latin1');
      const { findings } = await checkBuild(dist, testEnvironment({}), { openViews, isDeep: true });
      expect(findings[0]).toMatchObject({ state: 'fail', message: expect.stringContaining(name) });
      const problems = await checkRelease({ folder: dist, https: false, openViews });
      // Articles are verified when they are read.
      if (name !== manifest?.views?.articles[0]) expect(problems).not.toEqual([]);
    },
  );

  test('never sends a file that was cut off or altered, and sends it again when it is repaired', async () => {
    const large = Buffer.alloc(9_000_000, 'film');
    const dist = path.join(folder, `served-${nextNumber()}`);
    const film = {
      url: '/film.bin',
      content: large,
      type: 'application/octet-stream',
      cache: 'data',
      plain: true,
    } as const;
    await buildRelease(dist, { entries: [...fixtureEntries, film] });
    const server = await startServer({ dist });
    onTestFinished(() => server.close());
    const { origin } = await server.listen();
    const cookie = await server.signIn();
    const manifest = readLiveManifest(dist);
    if (!manifest) throw new Error('It was published.');
    const page = manifest.entries.find(({ url }) => url === '/docs/Tasks');
    for (const [url, encoding, file] of [
      ['/docs/Tasks', 'identity', page?.file],
      ['/docs/Tasks', 'br', page?.encodings.br],
      ['/docs/Tasks', 'gzip', page?.encodings.gzip],
      ['/film.bin', 'identity', findFile(manifest, '/film.bin')],
    ] as const) {
      const fullPath = path.join(dist, file ?? '');
      const wholeContent = readFileSync(fullPath);
      const altered = Buffer.from(wholeContent).fill(0x58, wholeContent.length - 9, wholeContent.length - 4);
      const get = () => fetch(origin + url, { headers: { cookie, 'accept-encoding': encoding } });
      for (const invalidBody of [
        wholeContent.subarray(0, wholeContent.length - 7),
        Buffer.concat([wholeContent, Buffer.from('more')]),
        altered,
      ]) {
        writeFileSync(fullPath, invalidBody);
        const body = await get()
          .then(async (answer) => (answer.status === 200 ? answer.arrayBuffer() : answer.status))
          .catch(() => 'broken off');
        expect([503, 'broken off']).toContain(body);
      }
      expect(server.logText()).toContain(path.basename(fullPath));
      writeFileSync(fullPath, wholeContent);
      const repaired = await get();
      expect([repaired.status, Buffer.from(await repaired.arrayBuffer()).length]).toEqual([
        200,
        url === '/film.bin' ? large.length : page?.bytes,
      ]);
    }
  });
});

describe('a deploy token', () => {
  test("can't add code to a server whose release has none, unless its owner allows it", async () => {
    const plainFolder = path.join(folder, 'plain');
    await buildRelease(plainFolder, { build: 'plain' });
    const refusing = await startServingServer(plainFolder);
    const dist = createChangedRelease(() => {});
    expect((await publishThere(refusing, dist)).code).toBe('brings-renderers');
    expect(refusing.server.releases.current().build).toBe('plain');
    const allowing = await startServingServer(plainFolder, { PUBLISH_RENDERERS: true });
    expect(await publishThere(allowing, dist)).toMatchObject({ code: 'served' });
    expect(allowing.server.releases.current().views).toBeDefined();
  });

  const changeAudiences =
    (change: Record<string, Manifest['entries'][number]['audience']>) => (manifest: Manifest) => {
      for (const entry of manifest.entries) {
        const audience = change[entry.url];
        if (audience !== undefined) entry.audience = audience;
      }
    };
  const changeParts = (value: Manifest['parts']) => (manifest: Manifest) => {
    manifest.parts = value;
  };
  const movePage = (manifest: Manifest) => {
    const entry = manifest.entries.find(({ url }) => url === '/docs/staff');
    if (!entry) throw new Error('The page is there.');
    manifest.entries = manifest.entries.filter(({ url }) => url !== '/docs/staff');
    manifest.entries.push({ ...entry, url: '/docs/elsewhere', audience: 'reader' });
  };
  test.each<[string, (manifest: Manifest) => void, number, RegExp]>([
    [
      'a page of a group to all readers',
      changeAudiences({ '/docs/staff': 'reader' }),
      1,
      /\/docs\/staff \(staff → readers\)/,
    ],
    [
      'a page of readers to everybody',
      changeAudiences({ '/docs/open': 'visitor' }),
      1,
      /\/docs\/open \(readers → everyone\)/,
    ],
    [
      'only the data of a page',
      changeAudiences({ '/_page/docs/staff.json': 'reader' }),
      1,
      /\/docs\/staff \(/,
    ],
    ['only the Markdown of a page', changeAudiences({ '/docs/staff.md': 'public' }), 1, /\/docs\/staff \(/],
    ['a page to another group', changeAudiences({ '/docs/staff': ['partners'] }), 1, /staff → partners/],
    [
      'a page to one more group',
      changeAudiences({ '/docs/staff': ['partners', 'staff'] }),
      1,
      /staff → partners, staff/,
    ],
    [
      'two pages',
      changeAudiences({ '/docs/staff': 'reader', '/docs/partners': 'reader' }),
      2,
      /partners.*staff/,
    ],
    ['the same content at another address', movePage, 1, /\/docs\/elsewhere/],
    [
      'a group by a further claim',
      (manifest) => {
        for (const group of manifest.groups ?? []) group.claims = [`everybody-${group.name}`];
      },
      3,
      /staff/,
    ],
    [
      'a part of a page, by its audience',
      changeParts([{ url: '/docs/open', audiences: ['reader'] }]),
      1,
      /\/docs\/open \(a part for staff → readers\)/,
    ],
    [
      'a part of a page, by leaving it out',
      changeParts(undefined),
      1,
      /\/docs\/open \(a part for staff → readers\)/,
    ],
  ])('opens %s only where the publisher says how many', async (_, change, count, expectedMessage) => {
    const there = await startServingServer(site.distDir);
    const before = there.server.releases.current().build;
    const dist = createChangedRelease(change);
    const refusal = await publishThere(there, dist);
    expect(refusal.code).toBe('widens-audiences');
    expect(refusal.message).toMatch(expectedMessage);
    expect(refusal.message).toContain(`--widen-audience ${count}`);
    expect((await publishThere(there, dist, { widenedPages: count + 1 })).code).toBe('widens-audiences');
    expect(there.server.releases.current().build).toBe(before);
    expect(await publishThere(there, dist, { widenedPages: count })).toMatchObject({ code: 'served' });
    // The pipeline runs a second time. Now no page becomes wider.
    expect(await publishThere(there, dist, { widenedPages: count })).toMatchObject({ code: 'served' });
  });

  test('needs no confirmation for audiences that become narrower or stay', async () => {
    const there = await startServingServer(site.distDir);
    const narrower = createChangedRelease(
      changeAudiences({ '/docs/open': ['staff'], '/docs/staff': 'administrator' }),
    );
    expect(await publishThere(there, narrower)).toMatchObject({ code: 'served' });
  });

  test('is asked again at the switch when another release came between', async () => {
    const there = await startServingServer(site.distDir);
    const client = createClientFor(there);
    const wide = createChangedRelease(
      changeAudiences({ '/docs/staff': 'reader', '/docs/partners': 'reader' }),
    );
    const publication = await readPublication(wide, { widenedPages: 2 });
    const upload = await client.begin(publication);
    // The served release has changed in the meantime: now three pages would be widened.
    const narrow = createChangedRelease(changeAudiences({ '/docs/open': ['staff'] }));
    expect(await publishThere(there, narrow)).toMatchObject({ code: 'served' });
    const base = readLiveManifest(there.server.dist)?.build ?? '';
    const refused = await client.switchTo(upload.answer?.publication ?? '', base);
    expect(refused.error?.code).toBe('widens-audiences');
    expect(readLiveManifest(there.server.dist)?.build).toBe(base);
  });

  test('takes no more memory than its publication is worth', async () => {
    const there = await startServingServer(site.distDir);
    const valid = await readPublication(createChangedRelease(() => {}));
    const list = (item: string, bytes: number) =>
      `${item},`.repeat(Math.ceil(bytes / (item.length + 1)) - 1) + item;
    const withText = (field: string, text: string) =>
      JSON.stringify({ ...valid, [field]: 'HERE' }).replace('"HERE"', text);
    const writeManifest = (entries: string) =>
      JSON.stringify({ ...JSON.parse(valid.manifest), entries: 'HERE' }).replace('"HERE"', `[${entries}]`);
    const bombs: Record<string, string | Buffer> = {
      'files that are empty objects': `{"files":[${list('{}', 20_000_000)}]}`,
      'files in a publication that is right otherwise': withText('files', `[${list('{}', 20_000_000)}]`),
      'numbers for groups': withText('droppedGroups', `[${list('1', 20_000_000)}]`),
      'keys that nobody knows': withText(
        'origin',
        `{${Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
      ),
      'entries of a manifest': JSON.stringify({ ...valid, manifest: writeManifest(list('{}', 20_000_000)) }),
      'lists in lists': `${'['.repeat(10_000_000)}${']'.repeat(10_000_000)}`,
      zeros: Buffer.alloc(250_000_000, '0'),
    };
    const measureRss = () => process.memoryUsage.rss();
    for (const [name, json] of Object.entries(bombs)) {
      const body = brotliCompressSync(json, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 24 },
      });
      const before = measureRss();
      let highest = before;
      const watching = setInterval(() => {
        highest = Math.max(highest, measureRss());
      }, 20);
      const answer = await fetch(`${there.origin}/api/v1/publications`, {
        ...{ method: 'POST', body },
        headers: { authorization: `Bearer ${there.token}`, 'content-type': 'application/octet-stream' },
      });
      clearInterval(watching);
      expect([400, 413], name).toContain(answer.status);
      expect((highest - before) / 1e6, name).toBeLessThan(600);
    }
    await isServedAsBefore(there.server, readLiveManifest(site.distDir)?.build);
  });

  test('begins a fifth publication when four of its own were abandoned, seconds after', async () => {
    const there = await startServingServer(site.distDir);
    const client = createClientFor(there);
    for (let at = 0; at < 4; at += 1) {
      const dist = createChangedRelease((manifest, write) => {
        manifest.search = write('search', '.db', `${at} isn't sent`);
      });
      expect((await client.begin(await readPublication(dist))).answer).toBeDefined();
    }
    expect(
      await publishThere(
        there,
        createChangedRelease(() => {}),
      ),
    ).toMatchObject({ code: 'served' });
  });

  test.each<[string, (dist: string) => () => void]>([
    [
      'is mounted read-only',
      (dist) => {
        for (const args of [
          ['--bind', dist, dist],
          ['-o', 'remount,ro,bind', dist],
        ])
          spawnSync('mount', args);
        return () => unmount(dist);
      },
    ],
    [
      'has a file in the place of its folder for uploads',
      (dist) => {
        writeFileSync(path.join(dist, '.uploads'), '');
        return () => {};
      },
    ],
  ])('receives the cause where the folder of releases %s', async (_, close) => {
    const there = await startServingServer(site.distDir);
    const open = close(there.server.dist);
    try {
      // If mounting isn't possible, the second kind of folder is used.
      if (isWritable(there.server.dist)) writeFileSync(path.join(there.server.dist, '.uploads'), '');
      const refusal = await publishThere(
        there,
        createChangedRelease(() => {}),
      );
      expect(refusal.code).toBe('folder-read-only');
      expect(refusal.message).toContain('DIST_DIR');
      expect(refusal.message).toContain('deploy/README.md');
    } finally {
      open();
    }
  });
});

function isWritable(dist: string): boolean {
  try {
    mkdirSync(path.join(dist, '.uploads'), { recursive: true });
    return true;
  } catch {
    return false;
  }
}
