import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testEnvironment } from '../../testing/test-environment.ts';
import { engineFeatures } from '../features/index.ts';
import { startPreview } from '../preview/preview.ts';
import { buildSite } from './build.ts';
import { checkContent } from './check-content.ts';
import { silentProgress } from './progress.ts';

test.each([
  ['missing', "doesn't exist"],
  ['missing/deeper', "doesn't exist"],
  ['file.md', 'is a file'],
])('build, check and preview report SITE_DIR=%s and write nothing', async (name, fault) => {
  const workDir = mkdtempSync(path.join(tmpdir(), 'folders-'));
  onTestFinished(() => rmSync(workDir, { recursive: true }));
  writeFileSync(path.join(workDir, 'file.md'), '# Not a folder');
  const environment = testEnvironment({ SITE_DIR: name });
  const expected = [
    {
      code: 'site-folder-missing',
      severity: 'error',
      message: `SITE_DIR is ${path.join(workDir, name)}, which ${fault}. Set it to the folder of your site.`,
    },
  ];
  const built = await buildSite({ environment, workDir, progress: silentProgress });
  expect([built.ok, built.problems]).toEqual([false, expected]);
  expect((await checkContent(environment, workDir)).content).toEqual(expected);
  expect(await startPreview({ features: engineFeatures, environment, workDir, gate: false })).toEqual({
    ok: false,
    problems: expected,
  });
});
