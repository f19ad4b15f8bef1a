import { expect, test } from 'vitest';
import { resolveLiveFolder, resolveLiveModule } from './live-folder.ts';
import { liveParts } from './parts.ts';

const modules = import.meta.glob<Record<string, unknown>>('./*/*.tsx', { eager: true });
const folders = Object.keys(import.meta.glob('./*/compile.ts')).map((file) => file.split('/')[1]);

test('lists every folder of a live part with its component', () => {
  expect(liveParts.map(({ name }) => resolveLiveFolder(name)).toSorted()).toEqual(folders.toSorted());
  for (const { name } of liveParts)
    expect(modules[resolveLiveModule(name)]?.[name], name).toBeTypeOf('function');
});

test('gives each name and import to one part', () => {
  const claims = liveParts.flatMap(({ name, modules }) => [name, ...Object.keys(modules)]);
  expect(new Set(claims).size).toBe(claims.length);
});
