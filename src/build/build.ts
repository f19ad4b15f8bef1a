import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { gitOrigin } from '../content/git-origin.ts';
import type { SiteLocale } from '../content/locales.ts';
import { hasAudiences } from '../content/page-audiences.ts';
import { routesOf } from '../content/routes.ts';
import { siteJson } from '../content/site-json.ts';
import type { ManifestEntry } from '../model/manifest.ts';
import { ARTICLE_STYLES_URL, belowBasePath } from '../model/urls.ts';
import { lockBuild } from '../releases/build-lock.ts';
import { diskProblem } from '../releases/disk-problem.ts';
import { checkDistDir, makeContentFolders } from '../releases/dist-folder.ts';
import { publish, withdraw } from '../releases/publish.ts';
import { listReleases, type ReleaseRecord } from '../releases/release-record.ts';
import { type Problem, sortProblems } from '../shared/problem.ts';
import { type BuildCache, discardUnusedCaches, withBuildCache } from './cache/build-cache.ts';
import { codeKey, lookAtAllCode } from './cache/code-keys.ts';
import { ImportGraph, type Looks } from './cache/import-graph.ts';
import { contentKey, rememberBuild, stillCurrent } from './cache/last-build.ts';
import { loadDates } from './cache/load-dates.ts';
import type { LanguageOutput } from './compose-language.ts';
import { type BuildEnvironment, type Folders, languageCacheFile, resolveFolders } from './folders.ts';
import { hashFile, shortHash } from './hashing.ts';
import { articleStyles } from './pages/site-files.ts';
import type { BuildRun, OpenedSite, PreparedSite } from './prepare-site.ts';
import { isOfPlugin } from './problem-kinds.ts';
import type { Progress } from './progress.ts';
import { assembleManifest } from './publish/assemble-manifest.ts';
import { sharedEntry } from './publish/entry-audiences.ts';
import { writeViews } from './publish/views-file.ts';

interface BuildOptions {
  environment: BuildEnvironment;
  /** Absolute: where the environment's relative paths start. */
  workDir: string;
  progress: Progress;
  /** Absolute; `.cache` in `workDir` unless given. */
  cacheDir?: string;
  /** How long to wait for another build into the same folder. */
  patienceMs?: number;
}

export interface BuildResult {
  ok: boolean;
  /** Warnings too, in the order of files and lines. */
  problems: Problem[];
  built: {
    pages: number;
    /** Documents that went through the compiler. */
    compiled: number;
    /** Pages that were rendered. */
    rendered: number;
    seconds: number;
  };
}

interface Outcome {
  problems: readonly Problem[];
  counts: Omit<BuildResult['built'], 'seconds'>;
}

const nothing: Outcome['counts'] = { pages: 0, compiled: 0, rendered: 0 };
const PATIENCE_MS = 10 * 60_000;

/**
 * Turns the docs folder into a published release in the dist folder, or into a list of problems; then the
 * release that was there before stays as it is. Only bugs throw.
 */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  const started = performance.now();
  const folders = resolveFolders(options.environment, options.workDir, options.cacheDir);
  const { problems, counts } = await buildAlone(folders, options);
  options.progress.end();
  return {
    ok: !hasErrors(problems),
    problems: sortProblems(problems),
    built: { ...counts, seconds: (performance.now() - started) / 1000 },
  };
}

/** One build at a time writes into a dist folder. */
async function buildAlone(folders: Folders, options: BuildOptions): Promise<Outcome> {
  const { distDir, docsDir, pagesDir, staticDirs } = folders;
  const { environment, progress, patienceMs = PATIENCE_MS } = options;
  const refused = checkDistDir(distDir, [docsDir, pagesDir, ...staticDirs]);
  if (refused.length > 0) return { problems: refused, counts: nothing };
  try {
    const locked = await lockBuild(distDir, {
      patienceMs,
      onWait: ({ pid }) =>
        progress.note(`Another build (process ${pid}) is writing into ${distDir}: waiting for it.`),
    });
    if (!locked.lock) return { problems: [alreadyBuilding(distDir, locked.holder.pid)], counts: nothing };
    try {
      return await withBuildCache(
        folders.cacheFile,
        (cache) => build({ folders, environment, cache, progress, graph: new ImportGraph(folders) }),
        damaged(progress),
      );
    } finally {
      locked.lock.release();
    }
  } catch (error) {
    const problem = diskProblem(error);
    if (!problem) throw error;
    return { problems: [problem], counts: nothing };
  }
}

/** From what is in the folders to a release: nothing where nothing has changed, else one step after the other. */
async function build(run: BuildRun): Promise<Outcome> {
  const { folders, cache, progress } = run;
  const { distDir, cacheDir } = folders;
  const last = await stillCurrent(cache, distDir, (of) => contentKeyOf({ ...run, folders: of }), folders);
  if (last) {
    if (last.setAsideAs) progress.note(setAside(distDir, last.setAsideAs));
    return { problems: last.problems, counts: { ...nothing, pages: last.pages } };
  }

  makeContentFolders(distDir);
  discardUnusedCaches(cacheDir);
  // A third of the processor's time of a build after one edit went into loading the same modules again.
  enableCompileCache(path.join(cacheDir, 'code'));
  try {
    progress.start('Reading');
    const { openSite } = await import('./prepare-site.ts');
    const opened = await openSite(run);
    const [main, ...others] = opened.locales;
    const files = others.map((locale) => languageCacheFile(folders, locale));
    return await withCaches(files, run, (caches) => {
      const further = others.flatMap((locale, at) => {
        const cache = caches[at];
        return cache ? [{ locale, cache }] : [];
      });
      return buildLanguages([{ locale: main, cache }, ...further], opened, run);
    });
  } catch (error) {
    withdraw(distDir);
    throw error;
  }
}

/** Each language is compiled by itself, and kept in a cache of its own. */
async function withCaches<Result>(
  files: readonly string[],
  run: BuildRun,
  work: (caches: BuildCache[]) => Promise<Result>,
): Promise<Result> {
  const [file, ...others] = files;
  if (file === undefined) return work([]);
  return withBuildCache(
    file,
    (cache) => withCaches(others, run, (caches) => work([cache, ...caches])),
    damaged(run.progress),
  );
}

interface Language {
  locale: SiteLocale;
  cache: BuildCache;
}

async function buildLanguages(
  languages: readonly Language[],
  opened: OpenedSite,
  run: BuildRun,
): Promise<Outcome> {
  const { folders, cache, graph } = run;
  const { prepareLanguage } = await import('./prepare-site.ts');
  const ready: (PreparedSite & Language)[] = [];
  const problems: Problem[] = [];
  const looks: Looks = {};
  let compiled = 0;
  for (const language of languages) {
    const prepared = await prepareLanguage(opened, language.locale, { ...run, cache: language.cache });
    // What is not translated is wrong in the same way in each language, at other addresses.
    const told = new Set(problems.map(placeOf));
    const found = new Map(prepared.problems.map((problem) => [JSON.stringify(problem), problem]));
    problems.push(...[...found.values()].filter((problem) => !told.has(placeOf(problem))));
    Object.assign(looks, prepared.looks);
    compiled += prepared.compiled;
    if (prepared.prepared) ready.push({ ...prepared.prepared, ...language });
  }
  if (ready.length < languages.length || hasErrors(problems))
    return { problems, counts: { ...nothing, compiled } };
  const content = await contentKeyOf({ ...run, folders: opened.folders });
  const release = await makeRelease(ready, opened.folders, run);
  problems.push(...release.problems);
  lookAtAllCode(graph);
  rememberBuild(cache, {
    base: folders,
    folders: opened.folders,
    // What a plugin failed at may go well at the next build, with the very same content.
    content: problems.some(isOfPlugin) ? '' : content,
    looks: { ...graph.looks, ...looks, ...outsideFiles(ready, opened.folders) },
    manifestHash: release.manifestHash,
    problems,
    pages: release.pages,
  });
  return { problems, counts: { pages: release.pages, compiled, rendered: release.rendered } };
}

/** What is wrong there; of a whole file, in which words, but for the address that a link has in its language. */
function placeOf({ code, file, line, column, message }: Problem): string {
  const words = code.startsWith('broken-') ? message.replace(/: .*/s, '') : message;
  return JSON.stringify([code, file, line, column, line === undefined && words]);
}

async function contentKeyOf(run: BuildRun): Promise<string> {
  return contentKey(run.folders, run.environment, await loadDates(run.folders, run));
}

/** Renders and indexes what has changed, and publishes it with the rest. */
async function makeRelease(
  languages: readonly (PreparedSite & Language)[],
  { distDir, siteDir }: Folders,
  run: BuildRun,
) {
  const [main] = languages;
  if (!main) throw new Error('A site has at least one language.');
  const { composeLanguage } = await import('./compose-language.ts');
  const origin = gitOrigin(siteDir);
  const styles = articleStyles(
    languages.flatMap(({ articles }) => [...articles.values()]),
    languages.map(({ components }) => components.style),
  );
  const { indexSite } = await import('./publish/index-site.ts');
  const synonyms = [...main.config.search.synonyms, ...main.site.synonyms];
  const indexing = indexSite({ languages, distDir, synonyms, code: codeKey(run.graph, 'index') });
  const outputs: LanguageOutput[] = [];
  const all = languages.map(({ locale }) => locale);
  for (const language of languages) {
    const composing = { languages: { current: language.locale, all }, styles, cache: language.cache };
    outputs.push(await composeLanguage(language, { ...composing, beside: indexing }, run));
  }
  const hasParts = ({ articles }: PreparedSite) =>
    [...articles.values()].some(({ summary }) => summary.parts !== undefined);
  const views = languages.some((language) => hasAudiences(language.site) || hasParts(language))
    ? writeViews(distDir, languages, styles === undefined ? undefined : ARTICLE_STYLES_URL)
    : undefined;
  // What all languages have at one address is the main one's.
  const entries = new Map<string, ManifestEntry>();
  for (const entry of outputs.flatMap((output) => output.entries)) {
    const first = entries.get(entry.url);
    if (!first) entries.set(entry.url, entry);
    // A picture that pages of several languages show is there for the readers of each.
    else if (first.file === entry.file) entries.set(entry.url, sharedEntry(first, entry));
  }
  const { connect, publicPages } = main.config;
  const hasPublic = [...entries.values()].some(({ audience }) => audience === 'public');
  const manifest = assembleManifest(distDir, {
    basePath: main.locale.rootPath,
    entries: [...entries.values()],
    redirects: outputs.flatMap(({ redirects }) => redirects).filter(({ from }) => !entries.has(from)),
    scriptHashes: [...new Set(outputs.flatMap(({ scriptHashes }) => scriptHashes))],
    styleHashes: [...new Set(outputs.flatMap(({ styleHashes }) => styleHashes))],
    languages: languages.map(({ locale, config }, at) => ({
      tag: locale.htmlLang,
      path: belowBasePath(locale.basePath, locale.rootPath) ?? '/',
      templates: outputs[at]?.templates ?? {},
      texts: config.texts,
    })),
    ...(main.config.groups.length > 0 ? { groups: main.config.groups } : {}),
    ...(connect.length > 0 ? { connect } : {}),
    ...(publicPages && hasPublic ? { publicPages } : {}),
    ...(views === undefined ? {} : { views }),
    search: await indexing,
  });
  const headings = new Map([...main.articles].map(([file, { summary }]) => [file, summary.headings]));
  const { manifestText } = publish(
    distDir,
    { manifest, siteJson: JSON.stringify(siteJson(main.site, headings, routesOf(main.site))) },
    { keep: run.environment.RELEASES_KEEP, origin: await origin },
  );
  for (const { save } of outputs) save();
  const sum = (count: (output: (typeof outputs)[number]) => number) =>
    outputs.reduce((total, output) => total + count(output), 0);
  return {
    problems: outputs.flatMap((output) => output.problems),
    pages: sum(({ pages }) => pages),
    rendered: sum(({ rendered }) => rendered),
    manifestHash: shortHash(manifestText),
  };
}

/** Hashes of the files that articles depend on and that are outside the folders whose every file is looked at. */
function outsideFiles(
  languages: readonly PreparedSite[],
  { contentDirs, pagesDir, staticDirs }: Folders,
): Looks {
  const inside = [...contentDirs, pagesDir, ...staticDirs].map((folder) => `${folder}${path.sep}`);
  const articles = languages.flatMap((language) => [...language.articles.values()]);
  const files = articles.flatMap(({ summary }) =>
    summary.dependencies.flatMap((dependency) => (dependency.kind === 'file' ? dependency.file : [])),
  );
  const outside = new Set(files.filter((file) => !inside.some((folder) => file.startsWith(folder))));
  return Object.fromEntries([...outside].map((file) => [file, hashFile(file)]));
}

/** What is built stays as it is: whoever went back did so on purpose. */
function setAside(distDir: string, { name }: ReleaseRecord): string {
  const { live } = listReleases(distDir);
  return `Served is ${live?.name ?? 'another release'}. What is in the folder now is built as ${name}, and is served again by: rollback ${name}`;
}

const damaged = (progress: Progress) => (message: string) =>
  progress.note(`The build cache was damaged (${message}); it is discarded and made again.`);

function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some((problem) => problem.severity === 'error');
}

function alreadyBuilding(distDir: string, pid: number): Problem {
  const message = `Another build (process ${pid}) is still writing into ${distDir}. Wait for it, or set DIST_DIR to another folder.`;
  return { code: 'build-running', severity: 'error', message };
}
