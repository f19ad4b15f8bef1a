import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createSiteFolder } from '../../../testing/docs-folder.ts';
import { projectDir } from '../../../testing/test-site.ts';
import { english } from '../../config/texts.ts';
import { resolveEngineModule } from '../../shared/engine-dir.ts';
import { writeSiteModules } from '../bundle/site-plugin.ts';
import { cachedKinds, computeCodeKey } from './code-keys.ts';
import { areUnchanged, ImportGraph, type ImportGraphOptions } from './import-graph.ts';

const siteDir = path.join(projectDir, 'site');
const virtual = writeSiteModules({
  siteDir,
  boundary: { roots: [siteDir], privateFolders: [] },
  texts: english,
  styles: [],
});
const bundler = resolveEngineModule('build/bundle/bundler');
const sections = path.join(siteDir, 'src/reference/index.ts');

/** A function for every kind of key. */
const keys: Readonly<Record<string, (options: ImportGraphOptions) => string>> = {
  ...Object.fromEntries(
    cachedKinds.map((thing) => [thing, (options) => computeCodeKey(new ImportGraph(options), thing)]),
  ),
  bundle: (options) => new ImportGraph({ ...options, siteDir, virtual }).computeKey([bundler]),
  sections: (options) => new ImportGraph({ ...options, siteDir }).computeKey([sections]),
};

const sources = globSync(['src/**/*.*', 'site/src/**/*.*', 'site/checks/**/*.*'], { cwd: projectDir })
  .filter((file) => !/\.test\.tsx?$|\.d\.ts$|\.md$/.test(file))
  .map((file) => path.join(projectDir, file));

/** A few of the files, from everywhere in the list. */
const selectFew = (files: readonly string[]) =>
  files.filter((_, index) => index % Math.ceil(files.length / 5) === 0);

const readIfPresent = (file: string) => {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
};

/** The key, and the files of the project that were read for it. */
function computeKeyAndFiles(computeKeyOf: (options: ImportGraphOptions) => string) {
  const files = new Set<string>();
  const key = computeKeyOf({
    read: (file) => {
      const bytes = readIfPresent(file);
      if (bytes) files.add(file);
      return bytes;
    },
  });
  return { key, files };
}

test.each(Object.keys(keys))(
  'the key of “%s” changes with each file that the value is made from, and with no other',
  (name) => {
    const computeKeyOf = keys[name];
    if (!computeKeyOf) throw new Error(name);
    const { key, files } = computeKeyAndFiles(computeKeyOf);
    const cached = new Map([...files].map((file) => [file, readIfPresent(file)]));
    const computeKeyWith = (changedFile: string) =>
      computeKeyOf({
        read: (file) => {
          const bytes = cached.has(file) ? cached.get(file) : readIfPresent(file);
          return file === changedFile && bytes ? Buffer.concat([bytes, Buffer.from('\n ')]) : bytes;
        },
      });
    const [code, packages] = [true, false].map((is) =>
      [...files].filter((file) => sources.includes(file) === is),
    );
    for (const file of [...(code ?? []), ...selectFew(packages ?? [])])
      expect([file, computeKeyWith(file) !== key]).toEqual([file, true]);
    // No other file was read.
    for (const file of selectFew(sources.filter((source) => !files.has(source))))
      expect([file, computeKeyWith(file) === key]).toEqual([file, true]);
  },
  300_000,
);

test('the key of a module covers its imports, in any folder', () => {
  const { files: articles } = computeKeyAndFiles((options) =>
    computeCodeKey(new ImportGraph(options), 'articles'),
  );
  const { files: bundle } = computeKeyAndFiles(keys.bundle ?? (() => ''));
  const listFolders = (files: ReadonlySet<string>) =>
    new Set([...files].map((file) => path.relative(projectDir, file).split(path.sep).slice(0, 2).join('/')));
  expect([...listFolders(articles)]).toEqual(
    expect.arrayContaining(['src/build', 'src/config', 'src/markdown']),
  );
  // The modules of each part of the interface are in the keys of `ui-parts.ts`, which has its own test.
  expect([...listFolders(bundle)]).toEqual(expect.arrayContaining(['src/build', 'src/config', 'src/shared']));
});

const describePackage = (version: string, dependencies: Record<string, string> = {}) =>
  JSON.stringify({ name: 'any', version, dependencies });

/** A site outside of any checkout, with packages installed as npm does. */
function createInstalledSite() {
  const folder = createSiteFolder({
    'sections.ts': "import './words.ts';\nimport { a } from 'near/part';\nimport type { T } from 'types';\n",
    'words.ts': "export const later = () => import('@scope/far');\n",
    'node_modules/near/package.json': describePackage('1.0.0', { deep: '^1.0.0' }),
    'node_modules/deep/package.json': describePackage('1.0.0'),
    'node_modules/@scope/far/package.json': describePackage('1.0.0'),
    'node_modules/types/package.json': describePackage('1.0.0'),
    'node_modules/other/package.json': describePackage('1.0.0'),
  });
  const entry = path.join(folder, 'sections.ts');
  const look = () => {
    const graph = new ImportGraph({ siteDir: folder });
    return { key: graph.computeKey([entry]), fingerprints: graph.fingerprints };
  };
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  return { folder, look, write };
}

test.each([
  ['a package', 'node_modules/near/package.json', describePackage('1.0.1', { deep: '^1.0.0' })],
  ['a package that a package needs', 'node_modules/deep/package.json', describePackage('1.2.0')],
  ['a package that is loaded later', 'node_modules/@scope/far/package.json', describePackage('2.0.0')],
  [
    'another copy of a package, nearer',
    'node_modules/near/node_modules/deep/package.json',
    describePackage('0.9.0'),
  ],
  ['a module', 'words.ts', 'export const later = 1;\n'],
])('after an update of %s, the key and the fingerprints differ', (_, file, text) => {
  const { look, write } = createInstalledSite();
  const before = look();
  expect(areUnchanged(before.fingerprints)).toBe(true);
  write(file, text);
  expect(look().key).not.toBe(before.key);
  expect(areUnchanged(before.fingerprints)).toBe(false);
});

test.each([
  ['a package that isn’t imported', 'node_modules/other/package.json', describePackage('2.0.0')],
  ['a package that only provides types', 'node_modules/types/package.json', describePackage('2.0.0')],
  ['a file that isn’t imported', 'other.ts', 'export {};\n'],
])('after an update of %s, nothing differs', (_, file, text) => {
  const { look, write } = createInstalledSite();
  const before = look();
  write(file, text);
  expect(look().key).toBe(before.key);
  expect(areUnchanged(before.fingerprints)).toBe(true);
});

test('the same site in another folder has the same keys', () => {
  expect(createInstalledSite().look().key).toBe(createInstalledSite().look().key);
});

test('the key changes when a missing file is created, and when files match a pattern', () => {
  const folder = createSiteFolder({
    'a.ts': "import './b.ts';\nconst all = import.meta.glob(['./parts/**/*.tsx', '!./parts/out/*']);\n",
    'parts/one.tsx': '',
    'parts/out/two.tsx': '',
  });
  const computeKey = () => new ImportGraph({ siteDir: folder }).computeKey([path.join(folder, 'a.ts')]);
  const graph = new ImportGraph({ siteDir: folder });
  const seen = graph.reach([path.join(folder, 'a.ts')]).map((file) => path.relative(folder, file));
  expect(seen).toEqual(['a.ts', 'b.ts', 'parts/one.tsx']);
  expect(existsSync(path.join(folder, 'b.ts'))).toBe(false);
  const steps = ['b.ts', 'parts/deep/three.tsx', 'parts/one.tsx'];
  const all = steps.map((file) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), 'export const a = 1;\n');
    return computeKey();
  });
  expect(new Set([graph.computeKey([path.join(folder, 'a.ts')]), ...all]).size).toBe(4);
  expect(areUnchanged(graph.fingerprints)).toBe(false);
});

test('a module with the address of a folder depends on every file in it', () => {
  const folder = createSiteFolder({
    'src/read.ts': "readdirSync(new URL('./words/', import.meta.url));\n",
    'src/words/en.json': '{}',
  });
  const computeKey = () => new ImportGraph({}).computeKey([path.join(folder, 'src/read.ts')]);
  const keys = [computeKey()];
  writeFileSync(path.join(folder, 'src/words/es.json'), '{}');
  keys.push(computeKey());
  writeFileSync(path.join(folder, 'src/words/en.json'), '{ "yes": "Yes" }');
  keys.push(computeKey());
  expect(new Set(keys).size).toBe(3);
});
