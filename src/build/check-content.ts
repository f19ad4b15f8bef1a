import { existsSync } from 'node:fs';
import path from 'node:path';
import { importSiteModule } from '../config/doors.ts';
import { listRoutes } from '../content/links/routes.ts';
import { displayPath } from '../shared/file-paths.ts';
import { type Problem, sortProblems } from '../shared/problem.ts';
import { describeReason } from '../shared/reason.ts';
import { BuildCache } from './cache/build-cache.ts';
import { ImportGraph } from './cache/import-graph.ts';
import {
  type AudienceFindings,
  collectAudienceFindings,
  createGroupTable,
  createPageTable,
} from './check-audiences.ts';
import { type BuildEnvironment, checkSiteFolder, resolveFolders } from './folders.ts';
import { joinMissingPackages } from './missing-packages.ts';
import { listRedirects } from './pages/redirects.ts';
import { prepareSite } from './prepare-site.ts';
import { silentProgress } from './progress.ts';
import { joinRepeatedProblems } from './repeated-problems.ts';
import type { PreparedSite } from './site-build.ts';
import type { SiteChecks } from './site-checks.ts';

interface ContentCheck {
  /** Problems that a build would report. */
  content: Problem[];
  /** Problems found by the site's own rules; undefined if the site has none, or if it couldn't be read. */
  siteProblems?: Problem[];
  /** How many and which pages each group can open, as rows of tables; empty if every reader can open every page. */
  audiences: { groups: string[][]; pages: string[][] };
  /** Pages whose previous or next page some of their readers can't open. */
  neighbours: AudienceFindings['neighbours'];
  /** Links to other sites. */
  external: { url: string; file: string; line?: number | undefined; column?: number | undefined }[];
}

/** Checks all content without building a release. */
export async function checkContent(environment: BuildEnvironment, workDir: string): Promise<ContentCheck> {
  const folders = resolveFolders(environment, workDir);
  const folderProblems = checkSiteFolder(folders);
  if (folderProblems.length > 0)
    return { content: folderProblems, audiences: { groups: [], pages: [] }, neighbours: [], external: [] };
  using cache = new BuildCache(folders.cacheFile);
  const build = { folders, environment, cache, progress: silentProgress, graph: new ImportGraph(folders) };
  const { problems, prepared } = await prepareSite(build);
  const content = sortProblems(joinRepeatedProblems(joinMissingPackages(problems, folders.siteDir)));
  if (!prepared) return { content, audiences: { groups: [], pages: [] }, neighbours: [], external: [] };
  const { site, config } = prepared;
  const siteProblems =
    config.checks && (await runSiteChecks(path.resolve(folders.siteDir, config.checks), prepared));
  return {
    content,
    ...(siteProblems && { siteProblems: sortProblems(siteProblems) }),
    audiences: { groups: createGroupTable(site, config.groups), pages: createPageTable(site, config.groups) },
    neighbours: collectAudienceFindings(site, []).neighbours,
    external: listExternalLinks(prepared),
  };
}

function listExternalLinks({ articles, folders }: PreparedSite): ContentCheck['external'] {
  return [...articles].flatMap(([file, { summary }]) =>
    summary.links.flatMap(({ href, line, column }) =>
      /^https?:\/\//i.test(href) && URL.canParse(href)
        ? [{ url: href, file: displayPath(path.resolve(folders.docsDir, file)), line, column }]
        : [],
    ),
  );
}

async function runSiteChecks(
  file: string,
  { site, articles, folders: { siteDir, docsDir } }: PreparedSite,
): Promise<Problem[]> {
  const createProblem = (message: string): Problem[] => [
    { code: 'site-checks', severity: 'error', file: displayPath(file), message },
  ];
  if (!existsSync(file))
    return createProblem("This file doesn't exist. Correct `checks` in site.config.ts, or remove it.");
  const routes = listRoutes(site);
  const redirectedPaths = listRedirects(site, routes).map(({ from }) => from);
  try {
    const { default: checks } = await importSiteModule(file);
    if (!isChecks(checks)) return createProblem('The default export must be `defineChecks(…)`.');
    return await checks({ siteDir, docsDir, site, articles, routes, redirected: redirectedPaths });
  } catch (error) {
    return createProblem(`The checks stopped with an error: ${describeReason(error)}`);
  }
}

function isChecks(value: unknown): value is SiteChecks {
  return typeof value === 'function';
}
