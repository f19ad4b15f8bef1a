import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { projectDir } from './measured-run.ts';

// The program enables the compile cache before it loads any module, so this measurement does, too.
enableCompileCache(path.join(projectDir, '.cache/code'));
const { buildSite } = await import('../../src/build/build.ts');
const { toBuildFeatures } = await import('../../src/features/feature.ts');
const { engineFeatures } = await import('../../src/features/index.ts');
const { silentProgress } = await import('../../src/build/progress.ts');

/**
 * `build-once.ts <docs> <dist> <cache>` runs one build like `npm run build`, with its own cache. Without
 * docs, it builds the site in BENCH_SITE_DIR.
 */
const [docs = '', dist = '', cacheDir = ''] = process.argv.slice(2);
const result = await buildSite({
  environment: {
    ...(docs === '' ? { SITE_DIR: process.env.BENCH_SITE_DIR } : { DOCS_DIR: docs }),
    DATA_DIR: 'data',
    DIST_DIR: dist,
    MARKDOWN_FORMAT: 'mdx',
    // The configuration of a whole site decides about its broken links.
    BROKEN_LINKS: docs === '' ? undefined : 'fail',
    BROKEN_DOCUMENTS: 'fail',
    RELEASES_KEEP: 10,
    features: toBuildFeatures(engineFeatures),
  },
  workDir: projectDir,
  cacheDir,
  progress: silentProgress,
});
if (!result.ok) {
  for (const problem of result.problems) console.error(problem);
  process.exitCode = 1;
}
console.log(JSON.stringify(result.built));
