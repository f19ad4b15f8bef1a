import type { Site } from '../../model/site.ts';
import type { RenderContext, StandaloneContext } from '../../ui/page-data.ts';
import type { BuildCache } from '../cache/build-cache.ts';
import { shortHash } from '../hashing.ts';
import { cardsOf } from '../page-data/cards.ts';
import type { PageSources } from '../page-data/page-plan.ts';
import { runJobs } from '../work/pool.ts';
import type { ShellJob, ShellSetup } from './shell-worker.ts';

/** What the renderer makes once for the whole site. */
export interface ShellFacts {
  /** `pages/*.tsx` by file. */
  standalone: Record<string, { html: string; title: string; description: string }>;
  /** HTML of the visitor's pages by name. */
  templates: Record<string, string>;
  /** For the policy: `'sha256-…'` of what stands inline in the pages. */
  scriptHashes: string[];
  styleHashes: string[];
}

const FACT = 'shell';
const RECENT_MAX = 6;

/** From the cache where nothing that they are made from has changed: loading the renderer takes a while. */
export async function shellFacts(
  site: Site,
  context: RenderContext,
  standalone: StandaloneContext,
  { cache, rendererModule, version }: { cache: BuildCache; rendererModule: string; version: string },
): Promise<ShellFacts> {
  const files = site.pages.filter((page) => page.kind === 'react').map((page) => page.file);
  const key = shortHash(JSON.stringify([version, files, context, standalone]));
  const stored = cache.fact(FACT);
  if (stored !== undefined) {
    const known: { key: string; facts: ShellFacts } = JSON.parse(stored);
    if (known.key === key) return known.facts;
  }
  const [facts] = await makeFacts(rendererModule, { files, context, standalone });
  if (!facts) throw new Error('The shell was asked for and did not come.');
  cache.storeFact(FACT, JSON.stringify({ key, facts }));
  return facts;
}

/**
 * In a thread of its own, as the pages are rendered: the hashes are those of the very scripts that pages get,
 * whatever loads modules in this thread.
 */
async function makeFacts(rendererModule: string, job: ShellJob): Promise<ShellFacts[]> {
  const made: ShellFacts[] = [];
  await runJobs<ShellSetup, ShellJob, ShellFacts>(
    { script: new URL('./shell-worker.ts', import.meta.url), setup: { rendererModule }, size: 1 },
    [job],
    1,
    (facts) => made.push(facts),
  );
  return made;
}

/** What a stand-alone page may show of the documentation. */
export function standaloneContext(
  { site, docs }: PageSources,
  config: StandaloneContext['config'],
): StandaloneContext {
  const main = docs.get(site.version.mainDocId)?.sidebar ?? Object.keys(site.sidebars)[0];
  const top = main === undefined ? [] : (site.sidebars[main] ?? []);
  const dated = site.docs.flatMap(({ path, title, unlisted, lastUpdate }) =>
    lastUpdate?.date === undefined || unlisted ? [] : [{ path, title, date: lastUpdate.date }],
  );
  dated.sort((a, b) => b.date.localeCompare(a.date) || a.path.localeCompare(b.path));
  return {
    config,
    sections: cardsOf(top, docs),
    recent: dated.slice(0, RECENT_MAX),
    paths: [...site.docs.filter((doc) => !doc.unlisted), ...site.categories].map(({ path }) => path).sort(),
  };
}
