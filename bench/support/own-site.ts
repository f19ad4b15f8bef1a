import path from 'node:path';
import { buildSite } from '../../src/build/build.ts';
import { silentProgress } from '../../src/build/progress.ts';
import { toBuildFeatures } from '../../src/features/feature.ts';
import { engineFeatures } from '../../src/features/index.ts';
import { projectDir } from './measured-run.ts';

/** Builds the project's own documentation into a folder. */
export async function buildOwnSite(distDir: string): Promise<void> {
  const { ok, problems } = await buildSite({
    environment: {
      SITE_DIR: path.join(projectDir, 'site'),
      DATA_DIR: 'data',
      DIST_DIR: distDir,
      MARKDOWN_FORMAT: 'mdx',
      BROKEN_LINKS: 'warn',
      BROKEN_DOCUMENTS: 'fail',
      RELEASES_KEEP: 10,
      features: toBuildFeatures(engineFeatures),
    },
    workDir: projectDir,
    progress: silentProgress,
  });
  if (!ok) throw new Error(problems.map(({ message }) => message).join('\n'));
}
