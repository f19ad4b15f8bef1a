import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listSiteLiveParts, writeLiveModules } from './site-live-parts.ts';

const siteDir = mkdtempSync(path.join(tmpdir(), 'live-'));
afterAll(() => rmSync(siteDir, { recursive: true, force: true }));

test('a site without the folder has no live parts', () => {
  expect(listSiteLiveParts(siteDir)).toEqual([]);
  expect(writeLiveModules(undefined).lazy).toContain('export const siteParts = {  };\n');
});

test('parts that belong on paper are listed', () => {
  const addedParts = [
    { name: 'Chart', module: '/chart.tsx', isForPaper: true },
    { name: 'Player', module: '/player.tsx' },
  ];
  expect(writeLiveModules(undefined, addedParts).lazy).toContain('export const partsForPaper = ["Chart"];\n');
});

test("a folder with a component of its name is a live part, other files aren't", () => {
  const file = path.join(siteDir, 'src/live/http-sample/http-sample.tsx');
  mkdirSync(path.dirname(file), { recursive: true });
  mkdirSync(path.join(siteDir, 'src/live/notes'));
  writeFileSync(file, 'export function HttpSample() { return null; }\n');
  writeFileSync(path.join(siteDir, 'src/live/notes/other.tsx'), '');
  expect(listSiteLiveParts(siteDir)).toEqual([{ name: 'HttpSample', modules: {} }]);
  expect(writeLiveModules(siteDir).lazy).toContain(`"HttpSample": () => import(${JSON.stringify(file)})`);
  expect(writeLiveModules(siteDir).eager).toContain('"HttpSample": siteParts0');
});
