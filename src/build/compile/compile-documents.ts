import type { DocumentToCompile } from '../../markdown/context.ts';
import { hashFile, isUpToDate } from '../../markdown/dependencies.ts';
import { memoize } from '../../shared/memoize.ts';
import type { ArticleSummary, BuildCache, StoredArticle } from '../cache/build-cache.ts';
import { shortHash } from '../hashing.ts';
import { isOfPlugin } from '../problem-kinds.ts';
import { poolSize, runJobs } from '../work/pool.ts';
import { compilerScript } from '../work/thread-scripts.ts';
import type { CompileResult } from './compile-context.ts';
import { type CompileSetup, siteAnswers } from './compile-setup.ts';
import type { DueDocument } from './documents.ts';
import { documentLimits, endless } from './endless.ts';
import type { Samples } from './known-samples.ts';
import type { SectionsModule } from './site-sections.ts';

interface CompileOptions {
  cache: BuildCache;
  setup: CompileSetup;
  /** See `articlesKey`. */
  code: string;
  /** The same of the UI, which renders live parts into the articles that have some. */
  ui: string;
  /** In worker threads, unless given. */
  compileAll?: CompileAll;
  onStart(count: number): void;
  onArticle(): void;
}

/** Compiles every one of these, and hands each over as it comes, in any order. */
type CompileAll = (
  due: readonly DocumentToCompile[],
  onResult: (result: CompileResult) => void,
) => Promise<void>;

/** Key of the code that compiles documents, the site's own included. `code`: see `codeKey`. */
export function articlesKey(code: string, sections: SectionsModule | undefined): string {
  return shortHash(`${code} ${sections?.version}`);
}

const OUT_OF_DATE = '';
/** Kept at a time when they come in; a killed build then starts from there. */
const BATCH = 64;

/**
 * Compiles the documents that changed, or whose surroundings did, and takes the others from the cache. `articles`: by
 * file of the document.
 */
export async function compileDocuments(
  documents: readonly DueDocument[],
  options: CompileOptions,
): Promise<{ articles: Map<string, StoredArticle>; compiled: number }> {
  const { cache, setup, code, ui, onStart, onArticle } = options;
  const compileAll = options.compileAll ?? inThreads(setup, code, cache);
  const stored = cache.articles();
  const answers = siteAnswers(setup.site, setup, setup);
  const fileHash = rememberHashes(setup);
  const articles = new Map<string, StoredArticle>();
  const due: DocumentToCompile[] = [];
  const keys = new Map<string, { plain: string; bytesHash: string }>();
  const { format, lenient, staticDirs, boundary, texts, markdown, groups, connect, apiFiles, site } = setup;
  const settings = [format, lenient, staticDirs, boundary, texts, setup.code, groups, connect, apiFiles];
  const setupKey = shortHash(JSON.stringify([code, ...settings, markdown.key, site.rootPath]));
  // An article without live parts does not depend on the code that renders them.
  const keyFor = ({ live }: Pick<ArticleSummary, 'live'>, plain: string) =>
    live.length > 0 ? shortHash(plain + ui) : plain;
  const isCurrent = ({ key, summary }: StoredArticle, plain: string) =>
    key === keyFor(summary, plain) &&
    summary.dependencies.every((dependency) => isUpToDate(dependency, answers, fileHash));
  for (const { document, bytesHash } of documents) {
    const plain = shortHash(JSON.stringify([setupKey, bytesHash, document]));
    keys.set(document.file, { plain, bytesHash });
    const known = stored.get(document.file);
    if (known && isCurrent(known, plain)) articles.set(document.file, known);
    else due.push(document);
  }
  onStart(due.length);
  let batch: CompileResult[] = [];
  const keep = () => {
    const results = batch;
    batch = [];
    cache.transaction(() => {
      for (const { file, article, bytesHash, samples } of results) {
        const made = keys.get(file);
        // Saved by its author in the meantime: good for this build, and out of date at the next. So is what a plugin of
        // theirs failed at: nobody else knows what it has read.
        const lasts = bytesHash === made?.bytesHash && !article.problems.some(isOfPlugin);
        const key = lasts ? keyFor(article, made.plain) : OUT_OF_DATE;
        articles.set(file, cache.storeArticle(file, key, article, samples));
      }
    });
  };
  await compileAll(due, (result) => {
    batch.push(result);
    onArticle();
    if (batch.length >= BATCH) keep();
  });
  keep();
  cache.transaction(() => {
    for (const file of stored.keys()) if (!articles.has(file)) cache.forgetArticle(file);
  });
  return { articles, compiled: due.length };
}

/** Of a compiler in a thread. */
export interface CompilerSetup extends CompileSetup {
  codeKey: string;
}

export interface CompileJob {
  document: DocumentToCompile;
  /** Those that it had when it was compiled before. */
  samples: Samples;
}

function inThreads(setup: CompileSetup, codeKey: string, cache: BuildCache): CompileAll {
  const { sections, markdown, components, rendererModule } = setup;
  const loads = shortHash(JSON.stringify([sections, markdown.load, components.modules, rendererModule]));
  return (due, onResult) =>
    runJobs<CompilerSetup, CompileJob, CompileResult>(
      { script: compilerScript, loads, setup: { ...setup, codeKey }, size: poolSize() },
      jobsOf(due, cache),
      due.length,
      onResult,
      { ...documentLimits, answer: ({ document }) => endless(document, setup) },
    );
}

/** What was kept is read when its turn comes. */
function* jobsOf(due: readonly DocumentToCompile[], cache: BuildCache): Iterable<CompileJob> {
  for (const document of due) yield { document, samples: cache.articleSamples(document.file) };
}

/** Many articles share a partial or a picture: it is read once. */
function rememberHashes({ site, docsDir }: CompileSetup): (file: string) => string | null {
  const hashes = new Map(site.docs.map((doc) => [`${docsDir}/${doc.file}`, doc.hash]));
  const read = memoize(Number.POSITIVE_INFINITY, hashFile);
  return (file) => hashes.get(file) ?? read(file);
}
