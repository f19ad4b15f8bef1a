import { existsSync } from 'node:fs';
import path from 'node:path';
import { importSiteModule } from '../config/doors.ts';
import { listRoutes } from '../content/routes.ts';
import { displayPath } from '../shared/file-paths.ts';
import { type Problem, sortProblems } from '../shared/problem.ts';
import { reasonOf } from '../shared/reason.ts';
import { BuildCache } from './cache/build-cache.ts';
import { ImportGraph } from './cache/import-graph.ts';
import { type AudienceFindings, audienceFindings, audienceTable, pageTable } from './check-audiences.ts';
import { type BuildEnvironment, resolveFolders } from './folders.ts';
import { redirectsOf } from './pages/redirects.ts';
import { type PreparedSite, prepareSite } from './prepare-site.ts';
import { silentProgress } from './progress.ts';
import type { SiteChecks } from './site-checks.ts';

interface ContentCheck {
  /** What a build would name. */
  content: Problem[];
  /** What the site's own rules name; absent where the site has none, or could not be read. */
  own?: Problem[];
  /** Who reaches how much, and what: rows of tables; each is empty where every reader sees everything. */
  audiences: { groups: string[][]; pages: string[][] };
  /** Pages whose neighbours some of their readers do not see. */
  neighbours: AudienceFindings['neighbours'];
  /** To other sites. */
  external: { url: string; file: string; line?: number | undefined; column?: number | undefined }[];
}

/** Everything that is wrong with the content, without building anything. */
export async function checkContent(environment: BuildEnvironment, workDir: string): Promise<ContentCheck> {
  const folders = resolveFolders(environment, workDir);
  using cache = new BuildCache(folders.cacheFile);
  const run = { folders, environment, cache, progress: silentProgress, graph: new ImportGraph(folders) };
  const { problems, prepared } = await prepareSite(run);
  const content = sortProblems(problems);
  if (!prepared) return { content, audiences: { groups: [], pages: [] }, neighbours: [], external: [] };
  const { site, config } = prepared;
  const own = config.checks && (await ownProblems(path.resolve(folders.siteDir, config.checks), prepared));
  return {
    content,
    ...(own && { own: sortProblems(own) }),
    audiences: { groups: audienceTable(site, config.groups), pages: pageTable(site, config.groups) },
    neighbours: audienceFindings(site, []).neighbours,
    external: externalLinks(prepared),
  };
}

function externalLinks({ articles, folders }: PreparedSite): ContentCheck['external'] {
  return [...articles].flatMap(([file, { summary }]) =>
    summary.links.flatMap(({ href, line, column }) =>
      /^https?:\/\//i.test(href) && URL.canParse(href)
        ? [{ url: href, file: displayPath(path.resolve(folders.docsDir, file)), line, column }]
        : [],
    ),
  );
}

async function ownProblems(
  file: string,
  { site, articles, folders: { siteDir, docsDir } }: PreparedSite,
): Promise<Problem[]> {
  const failed = (message: string): Problem[] => [
    { code: 'site-checks', severity: 'error', file: displayPath(file), message },
  ];
  if (!existsSync(file))
    return failed('There is no such file: correct `checks` in site.config.ts or remove it.');
  const routes = listRoutes(site);
  const redirected = redirectsOf(site, routes).map(({ from }) => from);
  try {
    const { default: checks } = await importSiteModule(file);
    if (!isChecks(checks)) return failed('Its default export is not `defineChecks(…)`.');
    return await checks({ siteDir, docsDir, site, articles, routes, redirected });
  } catch (error) {
    return failed(`The checks ended early: ${reasonOf(error)}`);
  }
}

function isChecks(value: unknown): value is SiteChecks {
  return typeof value === 'function';
}
