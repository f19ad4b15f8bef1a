import type { DocumentToCompile } from '../../markdown/context.ts';
import { hashDependency, isUpToDate } from '../../markdown/dependencies.ts';
import { memoize } from '../../shared/memoize.ts';
import type { ArticleSummary, BuildCache, StoredArticle } from '../cache/build-cache.ts';
import { computeShortHash } from '../hashing.ts';
import { isPluginFailure } from '../problem-kinds.ts';
import { choosePoolSize, runJobs } from '../work/pool.ts';
import { compilerScript } from '../work/thread-scripts.ts';
import type { CompileResult } from './compile-context.ts';
import { type CompileSetup, createSiteAnswers } from './compile-setup.ts';
import type { DueDocument } from './documents.ts';
import { documentLimits, reportEndless } from './endless.ts';
import type { Samples } from './known-samples.ts';
import type { SectionsModule } from './site-sections.ts';

interface CompileOptions {
  cache: BuildCache;
  setup: CompileSetup;
  /** See `computeArticlesKey`. */
  code: string;
  /** Key of the UI's code, which renders live parts into the articles that have some. */
  ui: string;
  /** The cache of the default language, whose documents have the code samples of most translations. */
  originals?: Pick<BuildCache, 'readArticleSamples'> | undefined;
  /** Whether worker threads wait for the documents of the next language. */
  keepsThreads?: boolean | undefined;
  /** Compiles documents; in worker threads by default. */
  compileAll?: CompileAll;
  onStart(count: number): void;
  onArticle(): void;
}

/** Compiles all these documents and passes each result on, in any order. */
type CompileAll = (
  due: readonly DocumentToCompile[],
  onResult: (result: CompileResult) => void,
) => Promise<void>;

/** Key of the code that compiles documents, including the site's sections. `code`: see `computeCodeKey`. */
export function computeArticlesKey(code: string, sections: SectionsModule | undefined): string {
  return computeShortHash(`${code} ${sections?.version}`);
}

const OUT_OF_DATE = '';
/** Results that are stored in one transaction. After a crash, a build continues from there. */
const BATCH = 64;

/**
 * Compiles the documents that have changed or whose dependencies have, and takes the others from the cache. `articles`
 * are by file of the document.
 */
export async function compileDocuments(
  documents: readonly DueDocument[],
  options: CompileOptions,
): Promise<{ articles: Map<string, StoredArticle>; compiled: number }> {
  const { cache, setup, code, ui, onStart, onArticle } = options;
  const compileAll = options.compileAll ?? createThreadedCompiler(options);
  const cachedArticles = cache.readArticles();
  const answers = createSiteAnswers(setup.site, setup, setup);
  const fileHash = createFileHasher(setup);
  const articles = new Map<string, StoredArticle>();
  const due: DocumentToCompile[] = [];
  const keys = new Map<string, { baseKey: string; bytesHash: string }>();
  const { format, lenient, staticDirs, boundary, texts, markdown, groups, connect, apiFiles, site } = setup;
  const { requestServers } = setup;
  const sources = [format, lenient, staticDirs, boundary, texts, setup.code, groups, connect, apiFiles];
  const settings = [...sources, requestServers];
  const setupKey = computeShortHash(JSON.stringify([code, ...settings, markdown.key, site.rootPath]));
  // An article without live parts doesn't depend on the code that renders them.
  const computeKey = ({ live }: Pick<ArticleSummary, 'live'>, baseKey: string) =>
    live.length > 0 ? computeShortHash(baseKey + ui) : baseKey;
  const isCurrent = ({ key, summary }: StoredArticle, baseKey: string) =>
    key === computeKey(summary, baseKey) &&
    summary.dependencies.every((dependency) => isUpToDate(dependency, answers, fileHash));
  for (const { document, bytesHash } of documents) {
    const baseKey = computeShortHash(JSON.stringify([setupKey, bytesHash, document]));
    keys.set(document.file, { baseKey, bytesHash });
    const storedArticle = cachedArticles.get(document.file);
    if (storedArticle && isCurrent(storedArticle, baseKey)) articles.set(document.file, storedArticle);
    else due.push(document);
  }
  onStart(due.length);
  let batch: CompileResult[] = [];
  const storeBatch = () => {
    const results = batch;
    batch = [];
    cache.transaction(() => {
      for (const { file, article, bytesHash, samples } of results) {
        const documentKeys = keys.get(file);
        // Two kinds of results are for this build only: of a file that was saved meanwhile, and of a document whose
        // plugin failed, because it isn't known which files the plugin has read.
        const isReusable = bytesHash === documentKeys?.bytesHash && !article.problems.some(isPluginFailure);
        const key = isReusable ? computeKey(article, documentKeys.baseKey) : OUT_OF_DATE;
        articles.set(file, cache.storeArticle(file, key, article, samples));
      }
    });
  };
  await compileAll(due, (result) => {
    batch.push(result);
    onArticle();
    if (batch.length >= BATCH) storeBatch();
  });
  storeBatch();
  cache.transaction(() => {
    for (const file of cachedArticles.keys()) if (!articles.has(file)) cache.forgetArticle(file);
  });
  return { articles, compiled: due.length };
}

/** The setup of a compiler in a thread. */
export interface CompilerSetup extends CompileSetup {
  codeKey: string;
}

export interface CompileJob {
  document: DocumentToCompile;
  /** Highlighted code from the document's last compilation, and from the document that it translates. */
  samples: Samples;
}

function createThreadedCompiler(options: CompileOptions): CompileAll {
  const { setup, code: codeKey, keepsThreads } = options;
  const { sections, markdown, components, rendererModule } = setup;
  const loads = computeShortHash(JSON.stringify([sections, markdown.load, components.modules]));
  return (due, onResult) =>
    runJobs<CompilerSetup, CompileJob, CompileResult>(
      {
        script: compilerScript,
        loads,
        bundle: rendererModule,
        setup: { ...setup, codeKey },
        size: choosePoolSize(),
        keepsWorkers: keepsThreads,
      },
      createJobs(due, options),
      due.length,
      onResult,
      { ...documentLimits, answer: ({ document }) => reportEndless(document, setup) },
    );
}

/** Reads stored samples just before each job is sent. */
function* createJobs(
  due: readonly DocumentToCompile[],
  { cache, originals, setup: { site } }: CompileOptions,
): Iterable<CompileJob> {
  const posts = site.blogs.flatMap((blog) => blog.posts);
  const originalFiles = new Map([...site.docs, ...posts].map(({ file, aliases }) => [file, aliases]));
  for (const document of due) {
    const { file } = document;
    const files = [file, ...(originalFiles.get(file) ?? [])];
    const samplesOfOriginals = files.map((original) => originals?.readArticleSamples(original));
    yield { document, samples: Object.assign({}, ...samplesOfOriginals, cache.readArticleSamples(file)) };
  }
}

/** Hashes files, each once: many articles share a partial or an image. */
function createFileHasher({ site, docsDir }: CompileSetup): (file: string) => string | null {
  const hashes = new Map(site.docs.map((doc) => [`${docsDir}/${doc.file}`, doc.hash]));
  const read = memoize(Number.POSITIVE_INFINITY, hashDependency);
  return (file) => hashes.get(file) ?? read(file);
}
