import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SiteConfig } from '../config/site-config.ts';
import { readDatesFile } from '../content/dates/dates.ts';
import { listLocales } from '../content/languages/locales.ts';
import { formatPathFrom } from '../shared/file-paths.ts';
import type { Problem } from '../shared/problem.ts';
import { ImportGraph } from './cache/import-graph.ts';
import { addConfiguredFolders, resolveFolders } from './folders.ts';
import { weighProblems } from './problem-kinds.ts';
import { readContent } from './read-content.ts';

/**
 * Finds the errors that keep a site from being built and that are known before anything is compiled: of documents,
 * sidebars, versions, blogs and redirects, in every language. Writes nothing into the site folder. Files are relative to
 * it.
 */
export async function findContentProblems(siteDir: string, config: SiteConfig): Promise<Problem[]> {
  const cacheDir = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  try {
    const settings = { SITE_DIR: siteDir, DOCS_DIR: undefined, SIDEBARS: undefined };
    const base = resolveFolders({ ...settings, DATA_DIR: 'data', DIST_DIR: 'dist' }, siteDir, cacheDir);
    const folders = addConfiguredFolders(base, settings, config);
    // Errors don't depend on when a document was changed.
    const dates = { git: {}, file: readDatesFile(siteDir).dates, problems: [], isShallow: false };
    const parsed = new Map();
    const problems: Problem[] = [];
    for (const locale of listLocales(config, siteDir)) {
      const graph = new ImportGraph(folders);
      const readResult = await readContent({ folders, config, locale, graph, dates, parsed });
      problems.push(...readResult.problems);
    }
    const errors = weighProblems(problems, config.broken, { BROKEN_DOCUMENTS: 'fail' }).filter(
      ({ severity }) => severity === 'error',
    );
    // A problem of an untranslated document occurs in every language.
    const errorsByText = new Map(
      errors.map((error) => [JSON.stringify([error.file, error.line, error.message]), error]),
    );
    return [...errorsByText.values()].map(({ file, ...error }) =>
      file === undefined ? error : { ...error, file: formatPathFrom(siteDir, path.resolve(file)) },
    );
  } finally {
    rmSync(cacheDir, { recursive: true, force: true });
  }
}
