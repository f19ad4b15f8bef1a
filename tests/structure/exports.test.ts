import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { toBuildFeatures } from '../../src/features/feature.ts';
import { engineFeatures } from '../../src/features/index.ts';
import { projectDir } from '../../testing/running-site.ts';

/** Exports that only tests and benches call, to start or stop something or to go through a list. */
const forTests = [
  'src/features/firebase/firebase-provider.ts createFirebaseProvider',
  'src/features/oidc/oidc-provider.ts createOidcProvider',
  'src/features/oidc/oidc-exchange.ts mergeClaims',
  'src/accounts/store/store.ts createStore',
  'src/build/publish/search-index.ts listArticleSources',
  'src/markdown/owners-code.ts createEmptyOwnersCode',
  'src/features/agents/feature.ts createAgentsFeature',
  'src/model/routes.ts routes',
  'src/ui/search/mark-words.ts createWordPattern',
  'src/build/cache/cache-files.ts discardCache',
  'src/build/cache/code-keys.ts cachedKinds',
  'src/server/app.ts createGateSteps',
  'src/config/check-messages.ts checkMessages',
  'src/config/check-messages.ts findMessageProblems',
  'src/server/http/listen.ts formatOrigin',
  'src/server/release/accept-encoding.ts parseAcceptEncoding',
];

/** Modules that sites may import, and modules that the build loads by file name. */
const { exports: packageExports }: { exports: Record<string, { types: string }> } = JSON.parse(
  readFileSync(path.join(projectDir, 'package.json'), 'utf8'),
);
const doors = new Set([
  'src/ui/server.tsx',
  'src/docusaurus/browser/site-contexts.ts',
  ...Object.values(packageExports).map(({ types }) => types.replace(/^\.\//, '')),
]);

/** Files that become part of a site's bundle. `src/docusaurus/theme/theme-sources.ts` lists their exports. */
const themeParts = 'src/docusaurus/theme/parts/';

interface Source {
  file: string;
  text: string;
  ofTests: boolean;
}

const folders = ['src', 'site', 'docs', 'testing', 'tests', 'bench'].map(
  (folder) => `${folder}/**/*.{ts,tsx}`,
);
const sources = globSync([...folders, 'deploy/*.ts'], { cwd: projectDir, exclude: ['**/node_modules'] })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => !file.endsWith('.d.ts'))
  .map((file) => ({
    file,
    text: readFileSync(path.join(projectDir, file), 'utf8'),
    ofTests: /\.test\.tsx?$|^(?:site\/)?(?:tests|testing)\/|^bench\//.test(file),
  }));

const declaredPaths =
  /^export (?:declare )?(?:async )?(const|let|function\*?|(?:abstract )?class|interface|type|enum) ([\w$]+)/gm;
const exportList =
  /\b(?:import|export)\s(?:type\s)?\s*(?:[\w$]+\s*,\s*)?\{([^}]*)\}\s*from\s*(["'])(\.[^"']+)\2/g;
/** Interfaces of other modules that a file adds to. */
const augmented = /\bdeclare module ((["']))(\.[^"']+)\2 \{([^}]*)\}/g;
const wholeImport =
  /(?:\bimport\s*\*\s*as\s+[\w$]+\s+from|\bexport\s*\*\s*from|\bimport\()\s*(["'])(\.[^"']+)\1/g;
const glob = /\bimport\.meta\.glob\b[\s\S]*?\(\s*\[?(["'])(\.[^"'\n]+)\1/g;

/** `file name` of each export that this file imports, or might import. */
function findImports({ file, text }: Source): string[] {
  const resolveSpecifier = (specifier: string) => path.posix.join(path.posix.dirname(file), specifier);
  const byName = [...text.matchAll(exportList)].flatMap(([, names = '', , specifier = '']) =>
    names.split(',').map((name) => {
      const [original = ''] = name
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+/);
      return `${resolveSpecifier(specifier)} ${original}`;
    }),
  );
  // The import doesn't list the exports it uses, so every export whose name the file contains counts.
  const words = new Set(text.match(/[\w$]+/g));
  const atOnce = [...text.matchAll(wholeImport)].flatMap(([, , specifier = '']) =>
    [...words].map((word) => `${resolveSpecifier(specifier)} ${word}`),
  );
  const added = [...text.matchAll(augmented)].flatMap(([, , , specifier = '', body = '']) =>
    [...body.matchAll(/\binterface (\w+)/g)].map(([, name]) => `${resolveSpecifier(specifier)} ${name}`),
  );
  return [...byName, ...atOnce, ...added];
}

test('every export is imported by another file of the program', () => {
  const program = sources.filter(({ ofTests }) => !ofTests);
  const importedNames = new Set(program.flatMap(findImports));
  // A pattern of the bundler names files whose exports may all be used.
  const globbed = program.flatMap(({ file, text }) =>
    [...text.matchAll(glob)].map(([, , pattern = '']) =>
      path.posix.join(path.posix.dirname(file), pattern).replace(/\*/g, '[^/]*'),
    ),
  );
  const { pages, parts, liveParts, compilers } = toBuildFeatures(engineFeatures);
  const modules = [...Object.values(pages), ...parts, ...liveParts].map(({ module }) => module);
  const ofFeatures = [...modules, ...compilers.map(({ module }) => module)].map((module) =>
    path.relative(projectDir, module).split(path.sep).join('/'),
  );
  const open = new RegExp(`^(?:${[...globbed, ...ofFeatures].join('|')})$`);
  // Types don't exist at run time. A test may name the types of the functions that it calls.
  const importedAnywhere = new Set(sources.flatMap(findImports));
  const exportedNames = program.flatMap(({ file, text }) =>
    file.startsWith('src/') && !file.startsWith(themeParts) && !doors.has(file) && !open.test(file)
      ? [...text.matchAll(declaredPaths)].map(([, kind = '', name]) => ({ kind, id: `${file} ${name}` }))
      : [],
  );
  const unusedNames = exportedNames.filter(
    ({ kind, id }) => !(/^(?:interface|type)$/.test(kind) ? importedAnywhere : importedNames).has(id),
  );
  expect(exportedNames.length).toBeGreaterThan(500);
  expect(unusedNames.map(({ id }) => id).filter((id) => !forTests.includes(id))).toEqual([]);
});
