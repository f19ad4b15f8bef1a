import { existsSync } from 'node:fs';
import path from 'node:path';
import { importSiteModule } from '../../config/doors.ts';
import type { SiteConfig } from '../../config/site-config.ts';
import type { SiteComponents } from '../../markdown/site-components.ts';
import { displayPath } from '../../shared/file-paths.ts';
import { isRecord } from '../../shared/json.ts';
import type { Problem } from '../../shared/problem.ts';
import { reasonOf } from '../../shared/reason.ts';
import type { ImportGraph } from '../cache/import-graph.ts';

/** The site's module of sections, as workers load it. */
export interface SectionsModule {
  /** Absolute path. */
  file: string;
  /** Changes when the module, or what it imports, does. */
  version: string;
}

export function sectionsModule(
  { sections }: Pick<SiteConfig, 'sections'>,
  siteDir: string,
  graph: ImportGraph,
): SectionsModule | undefined {
  if (sections === undefined) return undefined;
  const file = path.resolve(siteDir, sections);
  return { file, version: graph.key([file]) };
}

/** What a document may use besides Markdown. Throws when the module cannot be used: see `sectionsProblem`. */
export async function loadSections(module: SectionsModule | undefined): Promise<SiteComponents> {
  if (module === undefined) return {};
  const { default: sections } = await importSiteModule(module.file, module.version);
  if (!isSections(sections)) throw new Error('Its default export is not `defineSections({ … })`.');
  return sections;
}

/** Why the module cannot be used, said once before workers load it. */
export async function sectionsProblem(module: SectionsModule | undefined): Promise<Problem[]> {
  if (module === undefined) return [];
  const problem = (message: string): Problem[] => [
    { code: 'site-sections', severity: 'error', file: displayPath(module.file), message },
  ];
  if (!existsSync(module.file))
    return problem('There is no such file: correct `sections` in site.config.ts or remove it.');
  try {
    await loadSections(module);
    return [];
  } catch (error) {
    return problem(`The sections cannot be loaded: ${reasonOf(error)}`);
  }
}

function isSections(value: unknown): value is SiteComponents {
  return isRecord(value) && Object.values(value).every((component) => typeof component === 'function');
}
