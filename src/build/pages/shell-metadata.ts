import { removeRedirects } from '../../content/links/routes.ts';
import type { Problem } from '../../shared/problem.ts';
import type { RenderContext, StandaloneContext } from '../../ui/page-data.ts';
import type { BuildCache } from '../cache/build-cache.ts';
import { computeShortHash } from '../hashing.ts';
import { BuildProblemError } from '../problem-found.ts';
import { runJobs } from '../work/pool.ts';
import { rendererScript } from '../work/thread-scripts.ts';
import { createCards } from './cards.ts';
import { findMainSidebar, type PageSources } from './page-plan.ts';
import { listRecentPages } from './recent-pages.ts';
import type { RenderSetup } from './render-worker.ts';
import type { ShellJob, ShellMetadata } from './renderer.ts';

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
    await runJobs({ ...thread, keepsWorkers: true }, [job], 1, (result: ShellMetadata) =>
      results.push(result),
    );
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
