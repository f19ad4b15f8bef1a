import type { ManifestEntry } from '../../model/manifest.ts';
import type { RenderContext } from '../../ui/page-data.ts';
import type { OutputCache } from '../cache/output-cache.ts';
import { getArticleFile } from '../compile/documents.ts';
import { computeShortHash } from '../hashing.ts';
import type { Progress } from '../progress.ts';
import type { PreparedSite } from '../site-build.ts';
import { choosePoolSize, runJobs } from '../work/pool.ts';
import { rendererScript } from '../work/thread-scripts.ts';
import type { PagePlan } from './page-plan.ts';
import type { PageBody, RenderJob, RenderResult, RenderSetup } from './render-worker.ts';
import type { ShellMetadata } from './renderer.ts';
import type { SitePage } from './site-pages.ts';

/** A page with everything that it shows. */
interface PlannedPage extends Pick<SitePage, 'serving'> {
  plan: PagePlan;
  /** Changes when the article's HTML does. */
  htmlHash: string;
  /** Reads the page's content. Called only if the page is rendered. */
  readBody(): PageBody;
}

/** Plans a page. `standalone` has the rendered pages that are components. */
export function planPage(
  page: SitePage,
  { articles, cache, folders }: PreparedSite,
  standalone: ShellMetadata['standalone'],
): PlannedPage {
  switch (page.kind) {
    case 'article': {
      const file = getArticleFile(page.source, folders);
      const article = articles.get(file);
      if (!article) throw new Error(`The document ${file} wasn't compiled.`);
      const { summary, bodyHash } = article;
      return { plan: page.plan(summary), htmlHash: bodyHash, readBody: () => cache.readArticleBody(file) };
    }
    case 'component': {
      const renderedComponent = standalone[page.file];
      if (!renderedComponent) throw new Error(`The stand-alone page ${page.file} wasn't rendered.`);
      return { ...describeHtml(renderedComponent.html), plan: page.plan(renderedComponent) };
    }
    case 'excerpts': {
      const files = page.sources.map((source) => getArticleFile(source, folders));
      return {
        plan: page.plan(),
        htmlHash: computeShortHash(files.map((file) => articles.get(file)?.bodyHash).join()),
        readBody: () => ({ excerptsOf: files.map((file) => cache.readArticleBody(file).html) }),
      };
    }
    case 'shell':
      return { ...describeHtml(''), plan: page.plan(), ...(page.serving && { serving: page.serving }) };
  }
}

function describeHtml(html: string): Pick<PlannedPage, 'htmlHash' | 'readBody'> {
  return { htmlHash: computeShortHash(html), readBody: () => ({ html }) };
}

/** Rendering this many pages takes about as long as loading the renderer. */
const PAGES_PER_WORKER = 100;

/** Writes the pages whose inputs have changed. Returns the manifest entries of all pages, in no order. */
export async function renderPages(
  pages: readonly PlannedPage[],
  setup: { rendererModule: string; context: RenderContext; uiHash: string },
  outputs: OutputCache,
  { progress, keepsThreads }: { progress: Progress; keepsThreads: boolean | undefined },
): Promise<{ entries: ManifestEntry[]; rendered: number }> {
  const { rendererModule, context, uiHash } = setup;
  const setupKey = computeShortHash(JSON.stringify([uiHash, context]));
  const entries: ManifestEntry[] = [];
  const due: DuePage[] = [];
  for (const page of pages) {
    const { plan, serving, htmlHash } = page;
    const key = computeShortHash(`${setupKey}\0${htmlHash}\0${JSON.stringify([plan, serving])}`);
    const reusedEntries = outputs.reuse(page.plan.path, key);
    if (reusedEntries) entries.push(...reusedEntries);
    else due.push({ page, key });
  }
  progress.start('Rendering', due.length);
  await runJobs<RenderSetup, RenderJob, RenderResult>(
    {
      script: rendererScript,
      loads: '',
      bundle: rendererModule,
      setup: { rendererModule, pages: { context, distDir: outputs.distDir } },
      size: choosePoolSize(),
      jobsPerWorker: PAGES_PER_WORKER,
      keepsWorkers: keepsThreads,
    },
    createJobs(due),
    due.length,
    (result) => {
      entries.push(...outputs.record(result.url, result.key, result.entries));
      progress.advance();
    },
  );
  return { entries, rendered: due.length };
}

interface DuePage {
  page: PlannedPage;
  key: string;
}

/** Reads the HTML of each page just before it is rendered, so that not all of it is in memory at once. */
function* createJobs(due: readonly DuePage[]): Iterable<RenderJob> {
  for (const { page, key } of due) yield { plan: page.plan, serving: page.serving, ...page.readBody(), key };
}
