import type { RenderContext } from '../../ui/page-data.ts';
import type { OutputLedger } from '../cache/output-ledger.ts';
import { shortHash } from '../hashing.ts';
import type { ManifestEntry } from '../manifest.ts';
import type { PagePlan } from '../page-data/page-plan.ts';
import { poolSize, runJobs } from '../work/pool.ts';
import type { RenderJob, RenderResult, RenderSetup } from './render-worker.ts';

/** A page that is to stand in the dist folder. */
export interface PlannedPage {
  plan: PagePlan;
  /** Changes when the article's HTML does. */
  htmlHash: string;
  /** Read only when the page is rendered. `markdown`: of a page that has an article. */
  body(): { html: string; markdown?: string };
}

export interface RenderOptions {
  ledger: OutputLedger;
  distDir: string;
  rendererModule: string;
  context: RenderContext;
  /** Of the code and the bundle that make pages. */
  version: string;
  onStart(count: number): void;
  onPage(): void;
}

/** Writes the pages whose ingredients have changed; the manifest entries of all of them, in no order. */
export async function renderPages(
  pages: readonly PlannedPage[],
  { ledger, distDir, rendererModule, context, version, onStart, onPage }: RenderOptions,
): Promise<{ entries: ManifestEntry[]; rendered: number }> {
  const setupKey = shortHash(JSON.stringify([version, context]));
  const entries: ManifestEntry[] = [];
  const due: DuePage[] = [];
  for (const page of pages) {
    const key = shortHash(`${setupKey}\0${page.htmlHash}\0${JSON.stringify(page.plan)}`);
    const known = ledger.reuse(page.plan.path, key);
    if (known) entries.push(...known);
    else due.push({ page, key });
  }
  onStart(due.length);
  await runJobs<RenderSetup, RenderJob, RenderResult>(
    {
      script: new URL('./render-worker.ts', import.meta.url),
      setup: { rendererModule, context, distDir },
      size: poolSize(),
    },
    jobsOf(due),
    due.length,
    (result) => {
      entries.push(...ledger.record(result.url, result.key, result.entries));
      onPage();
    },
  );
  return { entries, rendered: due.length };
}

interface DuePage {
  page: PlannedPage;
  key: string;
}

/** The HTML of a page is read when its turn comes, so that not all of them are in memory at once. */
function* jobsOf(due: readonly DuePage[]): Iterable<RenderJob> {
  for (const { page, key } of due) yield { plan: page.plan, ...page.body(), key };
}
