import path from 'node:path';
import type { SiteConfig } from '../config/site-config.ts';
import { liveCodePattern } from '../docusaurus/components/lives-by.ts';
import { transpileDocumentCode, transpileScript } from '../docusaurus/components/module-sources.ts';
import { replacePatternCalls } from '../docusaurus/components/path-patterns.ts';
import { importAliases } from '../docusaurus/configuration/import-aliases.ts';
import type { SiteFile } from '../docusaurus/report/site-files.ts';
import { extractDocumentCode } from '../markdown/mdx/document-code.ts';
import type { Problem } from '../shared/problem.ts';
import { addConfiguredFolders, resolveFolders } from './folders.ts';

/**
 * Finds calls that load files by paths of which the code knows too little: those that a build reports, too. Nothing is
 * loaded. Files that can't be read as code are left out, because other checks report them.
 */
export async function findPatternProblems(
  siteDir: string,
  config: SiteConfig,
  files: readonly SiteFile[],
): Promise<Problem[]> {
  const settings = { SITE_DIR: siteDir, DOCS_DIR: undefined, SIDEBARS: undefined };
  const base = resolveFolders({ ...settings, DATA_DIR: 'data', DIST_DIR: 'dist' }, siteDir, siteDir);
  const { boundary } = addConfiguredFolders(base, settings, config);
  const aliases = importAliases(siteDir, config);
  const problems: Problem[] = [];
  for (const { name, text } of files) {
    const file = path.join(siteDir, name);
    const code = await readCode(file, text).catch(() => '');
    replacePatternCalls(code, file, text, {
      ...{ siteDir, aliases, boundary },
      report: (problem) => problems.push(problem),
      nameModule: () => '',
    });
  }
  return problems;
}

/** The JavaScript of a module, or of a document that has live code. Other documents are checked when they're compiled. */
async function readCode(file: string, text: string): Promise<string> {
  if (!/\.mdx?$/.test(file)) return (await transpileScript(text, file, 'react')).code;
  const { code, hasElements } = extractDocumentCode(text);
  return hasElements || liveCodePattern.test(code) ? transpileDocumentCode(code, file) : '';
}
