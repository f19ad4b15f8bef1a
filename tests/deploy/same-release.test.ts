import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectDir, TestSite } from '../../testing/test-site.ts';

/** The two folders differ in depth and in their position relative to the engine. */
const folder = mkdtempSync(path.join(tmpdir(), 'places-'));
const sites: TestSite[] = [];
afterAll(() => {
  for (const site of sites) site[Symbol.dispose]();
  rmSync(folder, { recursive: true });
});

/** Everything that is bundled: owners' components, a page of the shell, live parts, and a renderer for its groups. */
function createSite(): TestSite {
  const site = new TestSite({
    'site.config.ts': "export default { name: 'Places', groups: ['staff'], code: { live: true } };\n",
    'docs/staff.mdx': `---
title: For staff
audience: staff
---

import Counter from '@site/src/components/Counter';

<Counter start={2} />

\`\`\`mermaid
flowchart LR
  a --> b
\`\`\`

\`\`\`jsx live
<b>hello</b>
\`\`\`
`,
    'src/pages/table.tsx':
      "export const title = 'Table';\nexport default function Table() {\n  return <h1>Table</h1>;\n}\n",
  });
  cpSync(path.join(projectDir, 'tests/fixtures/components'), site.root, { recursive: true });
  sites.push(site);
  return site;
}

/** A copy of the engine whose packages are elsewhere. */
function copyEngine(): string {
  const root = path.join(folder, 'a/deeper/place');
  mkdirSync(root, { recursive: true });
  for (const name of ['src', 'bin', 'package.json'])
    cpSync(path.join(projectDir, name), path.join(root, name), { recursive: true });
  symlinkSync(path.join(projectDir, 'node_modules'), path.join(root, 'node_modules'));
  return root;
}

/** Names and contents of the released files. A release's name has a random part, and the lock names a process. */
function buildWith(engineDir: string, siteDir: string): Map<string, string> {
  const distDir = mkdtempSync(path.join(folder, 'dist-'));
  const { status, stderr } = spawnSync(process.execPath, ['bin/gatehouse.js', 'build', '--site', siteDir], {
    cwd: engineDir,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, CI: 'true', DIST_DIR: distDir },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const names = readdirSync(distDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(distDir, path.join(entry.parentPath, entry.name)))
    .filter((name) => name !== '.build-lock' && !name.startsWith('releases'))
    .sort();
  return new Map(names.map((name) => [name, readFileSync(path.join(distDir, name), 'latin1')]));
}

let here: Map<string, string>;
let elsewhere: Map<string, string>;
beforeAll(() => {
  const otherEngine = copyEngine();
  here = buildWith(projectDir, createSite().root);
  const { root } = createSite();
  const movedSite = path.join(folder, 'site');
  cpSync(root, movedSite, { recursive: true });
  elsewhere = buildWith(otherEngine, movedSite);
});

test('two copies of the engine make the same files of two copies of a site', () => {
  // The script of a component, a page for a group, and the module that renders pages for groups.
  for (const kind of [/^assets\/island-/, /^pages\/staff\./, /^data\/renderer\./])
    expect([...here.keys()].filter((name) => kind.test(name)).length, String(kind)).toBeGreaterThan(0);
  expect([...elsewhere.keys()]).toEqual([...here.keys()]);
  for (const [name, content] of here) expect(elsewhere.get(name) === content, name).toBe(true);
});

test('no released file names a folder of the machine', () => {
  for (const [name, content] of [...here, ...elsewhere])
    for (const place of [folder, projectDir, ...sites.map(({ root }) => root)])
      expect(content.includes(`${place}/`), `${name} contains ${place}`).toBe(false);
});
