import { withoutRedirects } from '../../content/routes.ts';
import type { Problem } from '../../shared/problem.ts';
import type { RenderContext, StandaloneContext } from '../../ui/page-data.ts';
import type { BuildCache } from '../cache/build-cache.ts';
import { shortHash } from '../hashing.ts';
import { ProblemFound } from '../problem-found.ts';
import { runJobs } from '../work/pool.ts';
import { cardsOf } from './cards.ts';
import type { PageSources } from './page-plan.ts';
import type { ShellJob, ShellMetadata } from './renderer.ts';

const RECENT_MAX = 6;

/**
 * From the cache where nothing that it is made from has changed: loading the renderer takes a while. `version`: of
 * the renderer, and of the code that asks it.
 */
export function shellMetadata(
  sources: PageSources,
  context: RenderContext,
  { cache, rendererModule, version }: { cache: BuildCache; rendererModule: string; version: string },
): Promise<ShellMetadata> {
  const components = sources.site.pages.filter(({ kind }) => kind === 'react');
  const job: ShellJob = {
    files: components.map(({ file }) => file),
    context,
    standalone: standaloneContext(sources, context.config),
  };
  return cache.made('shell', shortHash(JSON.stringify([version, job])), async () => {
    // In a thread of its own, as the pages are rendered: the hashes are those of the very scripts that pages get,
    // whatever loads modules in this thread.
    const script = new URL('./shell-worker.ts', import.meta.url);
    const made: ShellMetadata[] = [];
    const thread = { script, loads: rendererModule, setup: { rendererModule }, size: 1 };
    await runJobs(thread, [job], 1, (result: ShellMetadata) => made.push(result));
    const [metadata] = made;
    if (!metadata) throw new Error('The shell was asked for and did not come.');
    const [failed] = Object.entries(metadata.failures);
    if (failed) throw new ProblemFound(pageProblem(...failed));
    return metadata;
  });
}

/** A stand-alone page of the owner's threw when it was rendered. */
function pageProblem(file: string, reason: string): Problem {
  const message = `The page fails when it is rendered: ${reason.replace(/\.$/, '')}. Mend it, or take it out of the folder.`;
  return { code: 'page-render', severity: 'error', file: `src/pages/${file}`, message };
}

/** What a stand-alone page may show of the documentation. */
export function standaloneContext(
  { site, docs, config: { texts } }: PageSources,
  config: StandaloneContext['config'],
): StandaloneContext {
  const main = docs.get(site.version.mainDocId)?.sidebar ?? Object.keys(site.sidebars)[0];
  const top = main === undefined ? [] : (site.sidebars[main] ?? []);
  const dated = withoutRedirects(site.docs).flatMap(({ path, title, unlisted, lastUpdate }) =>
    lastUpdate?.date === undefined || unlisted ? [] : [{ path, title, date: lastUpdate.date }],
  );
  dated.sort((a, b) => b.date.localeCompare(a.date) || a.path.localeCompare(b.path));
  return {
    config,
    sections: cardsOf(top, docs, texts),
    recent: dated.slice(0, RECENT_MAX),
    paths: [...withoutRedirects(site.docs).filter((doc) => !doc.unlisted), ...site.categories]
      .map(({ path }) => path)
      .sort(),
  };
}
