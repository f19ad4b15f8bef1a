import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SiteConfig } from '../config/site-config.ts';
import { readDatesFile } from '../content/dates/dates.ts';
import { findLocaleProblems, listLocales } from '../content/languages/locales.ts';
import { configurationFile } from '../docusaurus/configuration/load-configuration.ts';
import { formatPathFrom } from '../shared/file-paths.ts';
import type { Problem } from '../shared/problem.ts';
import { ImportGraph } from './cache/import-graph.ts';
import { checkPackageFile } from './check-files.ts';
import { addConfiguredFolders, resolveFolders } from './folders.ts';
import { weighProblems } from './problem-kinds.ts';
import { readContent } from './read-content.ts';

/**
 * Finds the errors that keep a site from being built and that are known before anything is compiled: of documents,
 * sidebars, versions, blogs and redirects, in every language. Also finds warnings about languages and redirects of the
 * configuration.
 * Writes nothing into the site folder. Files are relative to it.
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
    const file = configurationFile(siteDir);
    const locales = listLocales(config, siteDir);
    const localeProblems = file === undefined ? [] : findLocaleProblems(config, locales, file);
    for (const locale of locales) {
      const graph = new ImportGraph(folders);
      const readResult = await readContent({ folders, config, locale, graph, dates, parsed });
      problems.push(...readResult.problems);
    }
    // Warnings about documents are for their authors. The configuration is the owner's, like the move.
    const errors = weighProblems(problems, config.broken, { BROKEN_DOCUMENTS: 'fail' }).filter(
      ({ severity, code }) => severity === 'error' || code === 'redirects',
    );
    // A problem of an untranslated document occurs in every language.
    const errorsByText = new Map(
      [...checkPackageFile(siteDir), ...localeProblems, ...errors].map((error) => [
        JSON.stringify([error.file, error.line, error.message]),
        error,
      ]),
    );
    return [...errorsByText.values()].map(({ file, ...error }) =>
      file === undefined ? error : { ...error, file: formatPathFrom(siteDir, path.resolve(file)) },
    );
  } finally {
    rmSync(cacheDir, { recursive: true, force: true });
  }
}
