import { existsSync } from 'node:fs';
import path from 'node:path';
import { importSiteModule } from '../../config/doors.ts';
import type { SiteConfig } from '../../config/site-config.ts';
import type { SiteComponents } from '../../markdown/site-components.ts';
import { displayPath } from '../../shared/file-paths.ts';
import { isRecord } from '../../shared/json.ts';
import type { Problem } from '../../shared/problem.ts';
import { describeReason } from '../../shared/reason.ts';
import type { ImportGraph } from '../cache/import-graph.ts';

/** The site's module of sections, for workers to load. */
export interface SectionsModule {
  /** Absolute path. */
  file: string;
  /** Changes when the module, or anything that it imports, changes. */
  version: string;
}

export function findSectionsModule(
  { sections }: Pick<SiteConfig, 'sections'>,
  siteDir: string,
  graph: ImportGraph,
): SectionsModule | undefined {
  if (sections === undefined) return undefined;
  const file = path.resolve(siteDir, sections);
  return { file, version: graph.computeKey([file]) };
}

/**
 * Loads the components that documents may use besides Markdown. Throws if the module is invalid: see `checkSections`.
 */
export async function loadSections(module: SectionsModule | undefined): Promise<SiteComponents> {
  if (module === undefined) return {};
  const { default: sections } = await importSiteModule(module.file, module.version);
  if (!isSections(sections)) throw new Error('The default export must be `defineSections({ … })`.');
  return sections;
}

/** Reports why the module can't be used, once, before workers load it. */
export async function checkSections(module: SectionsModule | undefined): Promise<Problem[]> {
  if (module === undefined) return [];
  const createProblem = (message: string): Problem[] => [
    { code: 'site-sections', severity: 'error', file: displayPath(module.file), message },
  ];
  if (!existsSync(module.file))
    return createProblem("This file doesn't exist. Correct `sections` in site.config.ts, or remove it.");
  try {
    await loadSections(module);
    return [];
  } catch (error) {
    return createProblem(`The sections can't be loaded: ${describeReason(error)}`);
  }
}

function isSections(value: unknown): value is SiteComponents {
  return isRecord(value) && Object.values(value).every((component) => typeof component === 'function');
}
