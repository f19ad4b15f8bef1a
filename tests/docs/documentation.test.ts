import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeReferenceFiles } from '../../docs/generate/reference-files.ts';
import { type BuildResult, buildSite } from '../../src/build/build.ts';
import { silentProgress } from '../../src/build/progress.ts';
import { toBuildFeatures } from '../../src/features/feature.ts';
import { engineFeatures } from '../../src/features/index.ts';
import type { Manifest } from '../../src/model/manifest.ts';
import { projectDir } from '../../testing/running-site.ts';
import { openTestSearch, type TemporarySearch } from '../../testing/search-index.ts';

const siteDir = path.join(projectDir, 'docs');

test('the generated reference is current: npm run docs:reference', async () => {
  for (const [name, content] of Object.entries(await writeReferenceFiles()))
    expect(readFileSync(path.join(siteDir, name), 'utf8'), name).toBe(content);
});

describe('the built documentation', () => {
  const distDir = mkdtempSync(path.join(tmpdir(), 'documentation-'));
  let result: BuildResult;
  let search: TemporarySearch;

  beforeAll(async () => {
    result = await buildSite({
      environment: {
        SITE_DIR: siteDir,
        DATA_DIR: path.join(distDir, 'data'),
        BACKUP_DIR: undefined,
        DIST_DIR: distDir,
        MARKDOWN_FORMAT: undefined,
        BROKEN_LINKS: undefined,
        BROKEN_DOCUMENTS: 'fail',
        RELEASES_KEEP: 2,
        features: toBuildFeatures(engineFeatures),
      },
      workDir: projectDir,
      progress: silentProgress,
      keepsThreads: true,
    });
    const manifest: Manifest = JSON.parse(readFileSync(path.join(distDir, 'manifest.json'), 'utf8'));
    search = openTestSearch(path.join(distDir, manifest.search ?? ''));
  });
  afterAll(() => {
    search?.close();
    rmSync(distDir, { recursive: true, force: true });
  });

  test('has no problems', () => {
    expect(result.problems).toEqual([]);
    expect(result.built.pages).toBeGreaterThan(40);
  });

  /** Questions in readers' words, and the page that answers each. */
  test.each([
    ['how do I get started', '/docs/tutorial/start'],
    ['invite people from a spreadsheet', '/docs/owners/invite-readers'],
    ['hide a page from some users', '/docs/owners/audiences'],
    ['log in with google', '/docs/owners/sign-in-provider'],
    ['require 2fa', '/docs/owners/second-factor'],
    ['connect claude', '/docs/owners/assistants'],
    ['rename a page', '/docs/authors/move-pages'],
    ['migrate from docusaurus', '/docs/authors/move-from-docusaurus'],
    ['github actions deploy', '/docs/operators/publish'],
    ['undo a release', '/docs/operators/releases'],
    ['restore a backup', '/docs/operators/backups'],
    ['pgbouncer', '/docs/operators/postgresql'],
    ['TRUST_PROXY', '/docs/reference/environment'],
    ['sidebar_position', '/docs/reference/front-matter'],
    ['widens-audiences', '/docs/operators/publish'],
    ['how long are sessions stored', '/docs/explanations/personal-data'],
  ])('"%s" finds %s in the first five results', (question, page) => {
    const pages = search
      .urls(question, { hitsPerPage: 5 })
      .map((url) => new URL(String(url), 'http://docs').pathname);
    expect(pages).toContain(page);
  });
});
