import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'vite';
import { expect, test } from 'vitest';
import { projectDir } from '../../../testing/test-site.ts';
import { type Import, scanImports } from './scan-imports.ts';

const sources = globSync(['src/**/*.{ts,tsx}', 'site/**/*.{ts,tsx}', 'deploy/*.ts'], { cwd: projectDir })
  .filter((file) => !/\.(?:test\.tsx?|d\.ts)$/.test(file))
  .sort();

const format = ({ specifier, kind }: Import) => `${kind} ${specifier}`;

/** The imports that the bundler's parser finds. It doesn't know `new URL()`. */
async function parseImports(file: string, source: string): Promise<string[]> {
  const { module } = await parse(file, source);
  const findKind = (statement: string) => (/^\w+\s+type\b/.test(statement) ? 'type' : 'value');
  const statements = module.staticImports.map(
    ({ start, end, moduleRequest }) => `${findKind(source.slice(start, end))} ${moduleRequest.value}`,
  );
  const again = module.staticExports.flatMap(({ start, end, entries }) => {
    const from = new Set(entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []));
    return [...from].map((specifier) => `${findKind(source.slice(start, end))} ${specifier}`);
  });
  const later = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const [, specifier] = /^['"](.*)['"]$/.exec(source.slice(moduleRequest.start, moduleRequest.end)) ?? [];
    return specifier === undefined ? [] : [`later ${specifier}`];
  });
  return [...new Set([...statements, ...again, ...later])].sort();
}

test('finds the same imports as the parser in all our sources', async () => {
  expect(sources.length).toBeGreaterThan(300);
  for (const file of sources) {
    const source = readFileSync(path.join(projectDir, file), 'utf8');
    const addresses = [...source.matchAll(/new URL\(\s*'([^']+)', import\.meta\.url/g)].map(
      ([, specifier]) => `later ${specifier}`,
    );
    // The parser doesn't know patterns.
    const scannedImports = scanImports(file, source).filter(
      ({ kind }) => kind !== 'glob' && kind !== 'pattern',
    );
    // A call in a comment or a string doesn't matter if its file doesn't exist.
    const real = scannedImports.filter(({ kind, specifier }) => kind !== 'later' || isThere(file, specifier));
    const expected = [...(await parseImports(file, source)), ...addresses];
    expect([file, ...new Set(real.map(format).sort())]).toEqual([file, ...new Set(expected.sort())]);
  }
});

function isThere(from: string, specifier: string): boolean {
  const file = path.join(projectDir, path.dirname(from), specifier);
  return !specifier.startsWith('.') || globSync(file).length > 0;
}

test.each([
  ["import a from './a.ts';", ['value ./a.ts']],
  ['import \'./a.css\';\nimport * as b from "./b";', ['value ./a.css', 'value ./b']],
  ["import {\n  a, // with './c'\n  type B,\n} from './b.ts';", ['value ./b.ts']],
  ["import type { A } from './a.ts';\nexport type { B } from './b.ts';", ['type ./a.ts', 'type ./b.ts']],
  ["import type from './a.ts';", ['value ./a.ts']],
  ["export * from './a.ts';export { b } from './b.ts'", ['value ./a.ts', 'value ./b.ts']],
  ['const a = await import(\'./a.ts\'), b = require("./b.cjs");', ['later ./a.ts', 'later ./b.cjs']],
  ["type A = import('./a.ts').A;", []],
  ["require('./icons/' + name + '.svg'); require(name);", ['pattern ./icons/*.svg']],
  ["require.context('@site/static/icons', false, /svg$/)", ['pattern @site/static/icons/*']],
  ["// require('./icons/' + name)\nconst a = `import('./icons/' + name)`;", []],
  ["new Worker(new URL('./w.ts', import.meta.url)); new URL('./x', base)", ['later ./w.ts']],
  ["import.meta.glob<Record<string, A>>(\n  ['./*.tsx', '!./b.tsx'],\n)", ['glob ./*.tsx', 'glob !./b.tsx']],
  ["import.meta.glob('./parts/*/part.tsx')", ['glob ./parts/*/part.tsx']],
  ["import.meta.glob<(part: Part) => void>('./*/run.ts', { eager: true })", ['glob ./*/run.ts']],
  ["import data from './a.json' with { type: 'json' };", ['value ./a.json']],
])('%j', (source, expected) => {
  expect(scanImports('a.ts', source).map(format)).toEqual(expected);
});

test('finds sheets, fonts and images in a style sheet, but no URLs of other hosts', () => {
  const source = `@import "./a.css";\n@import url(b.css) screen;
    a { background: url('./c.svg'), url(data:image/png;base64,x), url(https://example.com/d.png) }`;
  expect(new Set(scanImports('a.css', source).map(({ specifier }) => specifier))).toEqual(
    new Set(['./a.css', 'b.css', './c.svg']),
  );
});
