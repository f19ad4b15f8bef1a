import { removeRedirects } from '../../content/links/routes.ts';
import type { SidebarItem } from '../../model/site.ts';
import type { Problem } from '../../shared/problem.ts';
import type { RenderContext, StandaloneContext } from '../../ui/page-data.ts';
import type { BuildCache } from '../cache/build-cache.ts';
import { computeShortHash } from '../hashing.ts';
import { BuildProblemError } from '../problem-found.ts';
import { runJobs } from '../work/pool.ts';
import { rendererScript } from '../work/thread-scripts.ts';
import { createCards } from './cards.ts';
import { findMainSidebar, type PageSources } from './page-plan.ts';
import type { RenderSetup } from './render-worker.ts';
import type { ShellJob, ShellMetadata } from './renderer.ts';

const RECENT_MAX = 6;

/**
 * Renders what all pages share, or takes it from the cache if nothing has changed, because loading the renderer takes a
 * while. `version` identifies the renderer and the code that calls it.
 */
export function loadShellMetadata(
  sources: PageSources,
  context: RenderContext,
  { cache, rendererModule, version }: { cache: BuildCache; rendererModule: string; version: string },
): Promise<ShellMetadata> {
  const components = sources.site.pages.filter(({ kind }) => kind === 'react');
  const job: ShellJob = {
    files: components.map(({ file }) => file),
    context,
    standalone: createStandaloneContext(sources, context.config),
  };
  return cache.reuseOrMake('shell', computeShortHash(JSON.stringify([version, job])), async () => {
    // This runs in the thread that renders pages afterwards: the hashes must be those of the scripts that pages get,
    // even if modules are loaded differently here.
    const results: ShellMetadata[] = [];
    const setup: RenderSetup = { rendererModule };
    const thread = { script: rendererScript, loads: '', bundle: rendererModule, setup, size: 1 };
    await runJobs(thread, [job], 1, (result: ShellMetadata) => results.push(result));
    const [metadata] = results;
    if (!metadata) throw new Error("The shell wasn't rendered.");
    const [firstFailure] = Object.entries(metadata.failures);
    if (firstFailure) throw new BuildProblemError(createPageProblem(...firstFailure));
    return metadata;
  });
}

/** Reports a stand-alone page of the site that threw when it was rendered. */
function createPageProblem(file: string, reason: string): Problem {
  const message = `The page fails when it is rendered: ${reason.replace(/\.$/, '')}. Fix it, or move it out of the folder.`;
  return { code: 'page-render', severity: 'error', file: `src/pages/${file}`, message };
}

/** Returns the label of the first category above a page. Undefined if there is none. */
function findSection(trail: readonly SidebarItem[] = []): string | undefined {
  const top = trail.length > 1 ? trail[0] : undefined;
  return top?.type === 'category' ? top.label : undefined;
}

/** The part of the documentation that stand-alone pages may show. */
export function createStandaloneContext(
  sources: PageSources,
  config: StandaloneContext['config'],
): StandaloneContext {
  const { site, docs } = sources;
  const main = findMainSidebar({ docs, site });
  const top = main === undefined ? [] : (site.sidebars[main] ?? []);
  return {
    config,
    sections: createCards(top, docs, sources.config.texts),
    recent: listRecentPages(sources),
    paths: [...removeRedirects(site.docs).filter((doc) => !doc.unlisted), ...site.categories]
      .map(({ path }) => path)
      .sort(),
  };
}

/** The pages of the last version that changed last. Other versions have the same pages again. */
export function listRecentPages({
  site,
  sidebars,
}: Pick<PageSources, 'site' | 'sidebars'>): StandaloneContext['recent'] {
  const lastSets = new Set(site.sets.filter(({ version }) => version.isLast).map(({ key }) => key));
  const datedPages = removeRedirects(site.docs).flatMap(
    ({ set, path, title, unlisted, lastUpdate, sidebar }) =>
      lastUpdate?.date === undefined || unlisted || !lastSets.has(set)
        ? []
        : [{ path, title, date: lastUpdate.date, sidebar }],
  );
  datedPages.sort((a, b) => b.date.localeCompare(a.date) || a.path.localeCompare(b.path));
  return datedPages.slice(0, RECENT_MAX).map(({ sidebar = '', ...page }) => {
    const section = findSection(sidebars.get(sidebar)?.getTrail(page.path));
    return section === undefined ? page : { ...page, section };
  });
}
