import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeSiteModules } from '../../src/build/bundle/site-plugin.ts';
import { ImportGraph } from '../../src/build/cache/import-graph.ts';
import { type Import, scanImports } from '../../src/build/cache/scan-imports.ts';
import { toBuildFeatures } from '../../src/features/feature.ts';
import { engineFeatures } from '../../src/features/index.ts';
import { projectDir } from '../../testing/running-site.ts';

/**
 * The rooms of `src/` with the rooms that each imports from. It may also import from what those import from.
 */
const rooms = {
  shared: [],
  config: ['shared'],
  model: ['config'],
  releases: ['model'],
  content: ['model'],
  docusaurus: ['model'],
  openapi: ['content'],
  markdown: ['openapi', 'docusaurus'],
  storage: ['config'],
  command: ['releases', 'storage'],
  // Search records are made from articles.
  search: ['markdown', 'storage'],
  accounts: ['model', 'storage'],
  ui: ['search', 'markdown'],
  build: ['ui', 'releases'],
  server: ['ui', 'accounts', 'releases'],
  preview: ['build', 'server'],
  // The build's code makes each scope's view when the server asks for it.
  views: ['build', 'server'],
  features: ['preview', 'views', 'command'],
  cli: ['features'],
} as const satisfies Record<string, readonly string[]>;

type Room = keyof typeof rooms;

/**
 * Modules that browsers may load besides `ui/`: files, and folders with a slash. Constants, words and addresses.
 */
const browserSafe = [
  'shared/',
  'config/constants.ts',
  'docusaurus/islands/island-props.ts',
  'docusaurus/theme/',
  'features/answers/draw-answer.ts',
  'features/answers/ends-sentence.ts',
  'features/answers/list-quoted-passages.ts',
  'features/answers/mark-omitted.ts',
  'features/answers/question-form.ts',
  'features/answers/search-answer.css',
  'features/audit/name-detail.ts',
  'features/insights/page-views/draw-most-read.ts',
  'features/mermaid/draw-mermaid.ts',
  'features/mermaid/mermaid-frame.ts',
  'features/pdf-export/pdf-address.ts',
  'features/people-import/import-accounts.ts',
  'features/try-it/credentials.ts',
  'features/try-it/fill-request.ts',
  'features/written-answers/read-answer.ts',
  'model/admonition-types.ts',
  'model/announcement-tag.ts',
  'model/outside-link.ts',
  'model/pages.ts',
  'model/passkey-name.ts',
  'model/templates.ts',
  'model/trailing-slash.ts',
  'model/urls.ts',
  'model/written-links.ts',
  'openapi/request-samples/',
  'search/protocol/wire.ts',
  'search/query/statement.ts',
];
/** Modules of `ui/` that run only in Node: they render pages, or describe live parts to the compiler. */
const notForBrowsers =
  /^ui\/(server\.tsx|site-pages\.ts|pages\/search-results\.ts|login\/leave-page\.ts|live\/parts\.ts|live\/[^/]+\/compile\.ts)$/;

const files = globSync('src/**/*.{ts,tsx}', { cwd: projectDir })
  .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
  .map((file) => file.split(path.sep).slice(1).join('/'))
  .sort();

interface Edge extends Pick<Import, 'kind'> {
  from: string;
  to: string;
}

/** The imports between these files of a folder. */
function listEdges(folder: string, filesOfFolder: readonly string[]): Edge[] {
  const fileNames = new Set(filesOfFolder);
  return filesOfFolder.flatMap((from) => {
    const source = readFileSync(path.join(projectDir, folder, from), 'utf8');
    return scanImports(from, source).flatMap(({ specifier, kind }) => {
      const to = path.posix.join(path.posix.dirname(from), specifier);
      return specifier.startsWith('.') && fileNames.has(to) ? [{ from, to, kind }] : [];
    });
  });
}

const edges = listEdges('src', files);

/** The path of a file below `src/`. */
const getSourceName = (file: string) =>
  path.relative(path.join(projectDir, 'src'), file).split(path.sep).join('/');

/**
 * Compatibility folders inside other rooms, as parts of those rooms. A build bundles owners' components and
 * compiles documents with them. The shell hydrates islands, which show its notice if they fail.
 */
const partOf: Readonly<Record<string, Room>> = {
  'docusaurus/browser': 'ui',
  'docusaurus/components': 'build',
};

const findRoom = (file: string): string => {
  const [room = '', folder = ''] = file.split('/');
  return partOf[`${room}/${folder}`] ?? room;
};

function findReachable(room: Room): Set<string> {
  const reachedRooms = new Set<string>([room]);
  for (const each of reachedRooms) for (const next of rooms[each as Room]) reachedRooms.add(next);
  return reachedRooms;
}

test('every room has imports to check', () => {
  expect(edges.length).toBeGreaterThan(500);
  const there = [...new Set(files.map(findRoom))].filter((room) => room !== '');
  expect(there.filter((room) => !(room in rooms))).toEqual([]);
});

test('imports point one way, of values and of types', () => {
  const allowedRooms = new Map(Object.keys(rooms).map((room) => [room, findReachable(room as Room)]));
  const against: Record<string, string[]> = {};
  for (const { from, to } of edges) {
    if (allowedRooms.get(findRoom(from))?.has(findRoom(to))) continue;
    const direction = `${findRoom(from)} → ${findRoom(to)}`;
    const file = from.slice(from.indexOf('/') + 1);
    against[direction] = [...new Set([...(against[direction] ?? []), file])];
  }
  expect(against).toEqual({});
});

test("no part of the build that owners' components need knows of them", () => {
  const isComponents = (file: string) => file.startsWith('docusaurus/components/');
  const neededFiles = new Set(edges.filter(({ from }) => isComponents(from)).map(({ to }) => to));
  for (const file of neededFiles)
    if (!isComponents(file)) for (const { from, to } of edges) if (from === file) neededFiles.add(to);
  const against = edges.filter(
    ({ from, to }) => neededFiles.has(from) && !isComponents(from) && isComponents(to),
  );
  expect(against.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

test('no feature imports another', () => {
  const findFeature = (file: string) => /^features\/([^/]+)\//.exec(file)?.[1];
  const between = edges.filter(({ from, to }) => {
    const [feature, other] = [findFeature(from), findFeature(to)];
    return feature !== undefined && other !== undefined && feature !== other;
  });
  expect(between.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

test('no test and no fixture needs a bench', () => {
  const ofTests = globSync(
    ['{src,site,tests,docs}/**/*.test.{ts,tsx}', 'testing/**/*.{ts,tsx}', 'tests/**/*.ts'],
    { cwd: projectDir, exclude: ['**/node_modules'] },
  );
  expect(ofTests.length).toBeGreaterThan(400);
  const needing = ofTests.filter((file) =>
    scanImports(file, readFileSync(path.join(projectDir, file), 'utf8')).some(
      ({ specifier }) =>
        specifier.startsWith('.') &&
        path.posix.join(path.posix.dirname(file), specifier).startsWith('bench/'),
    ),
  );
  expect(needing).toEqual([]);
});

test.each(['site', 'examples'])(
  'published code of %s imports the engine by its public exports only',
  (folder) => {
    const { exports } = JSON.parse(readFileSync(path.join(projectDir, 'package.json'), 'utf8'));
    const publishedFiles = globSync(`${folder}/**/*.{ts,tsx}`, {
      cwd: projectDir,
      exclude: ['**/node_modules', '**/*.test.{ts,tsx}', 'site/{testing,tests}/**'],
    });
    expect(publishedFiles.length).toBeGreaterThan(5);
    const refusedImports = publishedFiles.flatMap((file) =>
      scanImports(file, readFileSync(path.join(projectDir, file), 'utf8')).flatMap(({ specifier }) => {
        const isAllowed = specifier.startsWith('.')
          ? path.posix.join(path.posix.dirname(file), specifier).startsWith(`${folder}/`)
          : !specifier.startsWith('gatehouse') || specifier.replace('gatehouse', '.') in exports;
        return isAllowed ? [] : [`${file}: ${specifier}`];
      }),
    );
    expect(refusedImports).toEqual([]);
  },
);

/** Types don't exist at run time, so two files may use each other's types. */
test.each(['src', 'site', 'docs'])('no file of %s imports itself by way of others', (folder) => {
  const filesOfFolder =
    folder === 'src'
      ? files
      : globSync(`${folder}/**/*.{ts,tsx}`, { cwd: projectDir, exclude: ['**/node_modules'] })
          .filter((file) => !file.endsWith('.d.ts'))
          .map((file) => file.split(path.sep).slice(1).join('/'));
  expect(filesOfFolder.length).toBeGreaterThan(5);
  const values = Map.groupBy(
    listEdges(folder, filesOfFolder).filter(({ kind }) => kind !== 'type'),
    ({ from }) => from,
  );
  const done = new Set<string>();
  const visit = (file: string, above: readonly string[]): string[] | undefined => {
    if (above.includes(file)) return [...above.slice(above.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const { to } of values.get(file) ?? []) {
      const cycle = visit(to, [...above, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of filesOfFolder) expect(visit(file, [])).toBeUndefined();
});

test('modules that browsers load are declared for browsers and need nothing from Node', () => {
  const { pages, parts, liveParts } = toBuildFeatures(engineFeatures);
  const ofFeatures = [
    ...[...Object.values(pages), ...parts, ...liveParts].map(({ module }) => module),
    ...liveParts.flatMap(({ frame }) => frame?.script ?? []),
  ].map(getSourceName);
  const clients = [
    ...files.filter((file) => findRoom(file) === 'ui' && !notForBrowsers.test(file)),
    ...ofFeatures,
  ];
  const graph = new ImportGraph({ virtual: writeSiteModules(undefined) });
  const reachedFiles = graph.reach(clients.map((file) => path.join(projectDir, 'src', file)));
  const reachedModules = reachedFiles
    .map(getSourceName)
    .filter((file) => !file.startsWith('..') && findRoom(file) !== 'ui' && !file.startsWith('virtual:'));
  const isSafe = (file: string) =>
    // These files are the interface of a feature.
    (file.startsWith('features/') && /\.(tsx|css)$/.test(file)) ||
    browserSafe.some((safe) => file === safe || (safe.endsWith('/') && file.startsWith(safe)));
  expect(reachedModules.filter((file) => !isSafe(file))).toEqual([]);
  for (const file of [...clients, ...reachedModules]) {
    const source = readFileSync(path.join(projectDir, 'src', file), 'utf8');
    const ofNode = scanImports(file, source).filter(({ specifier }) => specifier.startsWith('node:'));
    expect([file, ...ofNode.map(({ specifier }) => specifier)]).toEqual([file]);
  }
});

/** Lists these files and those that are loaded with them. */
function findLoadedFiles(...startFiles: string[]): string[] {
  const loadedFiles = new Set(startFiles);
  for (const file of loadedFiles)
    for (const { from, to, kind } of edges) if (from === file && kind === 'value') loadedFiles.add(to);
  return [...loadedFiles];
}

/** Lists the packages that these modules and their static imports need. */
function findPackages(...names: string[]): string[] {
  const packages = findLoadedFiles(...names.map((name) => `build/${name}.ts`)).flatMap((file) =>
    scanImports(file, readFileSync(path.join(projectDir, 'src', file), 'utf8'))
      .filter(({ specifier, kind }) => kind === 'value' && !/^(?:\.|node:|virtual:)/.test(specifier))
      .map(({ specifier }) => specifier),
  );
  return [...new Set(packages)].sort();
}

/** Threads compile and render the change, so this thread would load the same code a second time. */
test('the thread that a build runs in loads no compiler, no renderer and no bundler', () => {
  expect(findPackages('build', 'prepare-site', 'read-content', 'make-release')).toEqual([
    'fastest-levenshtein',
    'github-slugger',
    'jiti',
    'js-yaml',
    'picomatch',
    'stemmer',
    'zod',
  ]);
});

test('a thread that renders loads no package, and one that compiles no configuration and no highlighter', () => {
  expect(findPackages('pages/render-worker')).toEqual([]);
  const compiler = findPackages('compile/compile-worker');
  expect(compiler).toContain('@mdx-js/mdx');
  const notNeeded = /^(?:zod|jiti|@shikijs\/.*)$/;
  expect(compiler.filter((name) => notNeeded.test(name))).toEqual([]);
});

/** Every command loads these files before its own, so what they import makes all commands slower. */
test('the program starts without the schemas of endpoints and of the configuration of sites', () => {
  const loadedFiles = findLoadedFiles('cli/main.ts');
  expect(loadedFiles).toEqual(
    expect.arrayContaining(engineFeatures.map(({ name }) => `features/${name}/feature.ts`)),
  );
  const needless = /^model\/api\/|-(?:endpoints|operations)\.ts$|^config\/site-config\.ts$/;
  expect(loadedFiles.filter((file) => needless.test(file))).toEqual([]);
});

test('ARCHITECTURE.md lists every room in this order, with what it imports', () => {
  const page = readFileSync(path.join(projectDir, 'ARCHITECTURE.md'), 'utf8');
  const rows = [...page.matchAll(/^\| \[`(\w+)`\]\(src\/(\w+)\/README\.md\) \|.*\| ?([\w, ]*?) ?\|$/gm)];
  const listedRooms = rows.map(([, name = '', folder = '', imports = '']) => {
    expect(folder).toBe(name);
    return `${name}: ${imports}`;
  });
  expect(listedRooms).toEqual(
    Object.entries(rooms).map(([name, imports]) => `${name}: ${imports.join(', ')}`),
  );
});
