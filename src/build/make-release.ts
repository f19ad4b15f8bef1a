import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { READERS } from '../config/constants.ts';
import { hasAudiences } from '../content/audiences/page-audiences.ts';
import { readGitOrigin } from '../content/dates/git-origin.ts';
import { listRoutes } from '../content/links/routes.ts';
import { createSiteJson } from '../content/site-json.ts';
import type { Audience } from '../model/audience.ts';
import { type Manifest, type ManifestEntry, readLastManifest } from '../model/manifest.ts';
import { ARTICLE_STYLES_URL, removeBasePath } from '../model/urls.ts';
import { listContentFiles, PARTIAL_FOLDER } from '../releases/dist-folder.ts';
import { publish } from '../releases/publish.ts';
import type { ReleaseOrigin } from '../releases/release-record.ts';
import { describeWidenedPages, findWidenedPages } from '../releases/widened-audiences.ts';
import { formatCommand } from '../shared/call-of.ts';
import type { Problem } from '../shared/problem.ts';
import { describeMailLook } from './brand/mail-look.ts';
import { computeCodeKey } from './cache/code-keys.ts';
import { checkReleasePages } from './check-release.ts';
import { listCompiledArticles } from './compile/documents.ts';
import { composeLanguage, type LanguageOutput } from './compose-language.ts';
import { computeShortHash } from './hashing.ts';
import { composeStyleSheet } from './pages/site-files.ts';
import { assembleManifest } from './publish/assemble-manifest.ts';
import { mergeAudiences } from './publish/entry-audiences.ts';
import { indexSite } from './publish/index-site.ts';
import { writeViews } from './publish/views-file.ts';
import type { OpenedSite, PreparedSite } from './site-build.ts';
import { rendererScript } from './work/thread-scripts.ts';
import { terminateThreads } from './work/threads.ts';

/** A release whose files are written, but which no server knows yet. */
interface UnpublishedRelease {
  manifest: Manifest;
  /** Warnings about what its pages show. */
  problems: Problem[];
  pages: number;
  rendered: number;
  siteJson: string;
  origin: ReleaseOrigin;
  /** Names of the content files that were in the dist folder before this build. */
  present: ReadonlySet<string>;
  /** Stores in the cache which files were written. */
  save(): void;
}

/** Renders and indexes what has changed, and describes it in a manifest with everything that hasn't. */
export async function makeRelease(
  languages: readonly PreparedSite[],
  { folders: { distDir, siteDir }, environment, graph, keepsThreads }: OpenedSite,
): Promise<UnpublishedRelease> {
  const [main] = languages;
  if (!main) throw new Error('A site has at least one language.');
  const origin = readGitOrigin(siteDir);
  const styles = composeStyleSheet(
    languages.flatMap(({ articles }) => [...articles.values()].map(({ summary }) => summary.styles)),
    languages.map(({ components }) => components.style),
  );
  const synonyms = [...main.config.search.synonyms, ...main.site.synonyms];
  const present = listContentFiles(distDir);
  const indexTask = indexSite({ languages, distDir, synonyms, code: computeCodeKey(graph, 'index') });
  const outputs: LanguageOutput[] = [];
  const all = languages.map(({ locale }) => locale);
  for (const language of languages) {
    const composeOptions = {
      languages: { current: language.locale, all },
      styles,
      present,
      concurrentWork: indexTask,
    };
    outputs.push(await composeLanguage(language, composeOptions));
  }
  await terminateThreads(rendererScript.href, { except: keepsThreads ? 1 : 0 });
  const hasParts = ({ articles }: PreparedSite) =>
    [...articles.values()].some(({ summary }) => summary.parts !== undefined);
  const views = languages.some((language) => hasAudiences(language.site) || hasParts(language))
    ? writeViews(
        distDir,
        languages,
        styles === undefined ? undefined : ARTICLE_STYLES_URL,
        environment.features?.pages,
      )
    : undefined;
  const entries = mergeEntries(outputs);
  const { connect, groups, openApi, publicPages } = main.config;
  const hasPublic = [...entries.values()].some(({ audience }) => audience === 'public');
  const redirects = outputs.flatMap((output) => output.redirects).filter(({ from }) => !entries.has(from));
  const manifest = assembleManifest(distDir, {
    name: main.config.name,
    basePath: main.locale.rootPath,
    entries: [...entries.values()],
    redirects,
    scriptHashes: [...new Set(outputs.flatMap(({ scriptHashes }) => scriptHashes))],
    styleHashes: [...new Set(outputs.flatMap(({ styleHashes }) => styleHashes))],
    languages: outputs.map(({ manifestLanguage }) => manifestLanguage),
    connect: connect.length > 0 ? connect : undefined,
    requestServers: openApi.tryIt?.servers,
    groups: groups.length > 0 ? groups : undefined,
    brand: await describeMailLook(main),
    publicPages: hasPublic && publicPages ? { indexed: publicPages.indexed } : undefined,
    views,
    parts: listParts(languages),
    search: await indexTask,
  });
  const headings = new Map([...main.articles].map(([file, { summary }]) => [file, summary.headings]));
  return {
    manifest,
    problems: [
      ...outputs.flatMap((output) => output.problems),
      ...checkReleasePages(
        outputs.map(({ check }) => check),
        { entries: [...entries.values()], redirects },
        environment.features?.routes,
      ),
    ],
    pages: sum(outputs, (output) => output.pages),
    rendered: sum(outputs, (output) => output.rendered),
    siteJson: JSON.stringify(createSiteJson(main.site, main.locale, headings, listRoutes(main.site))),
    origin: await origin,
    present,
    save: () => {
      for (const { save } of outputs) save();
    },
  };
}

/** Makes a release the one that servers load. Returns the hash of its manifest. */
export function publishRelease(
  { manifest, siteJson, origin, present, save }: UnpublishedRelease,
  { folders, environment }: OpenedSite,
): { manifestHash: string; widened: Problem[] } {
  const previous = readLastManifest(folders.distDir);
  const { manifestText } = publish(
    folders.distDir,
    { manifest, siteJson },
    { keep: environment.RELEASES_KEEP, origin, present },
  );
  save();
  return {
    manifestHash: computeShortHash(manifestText),
    widened: reportWidenedAudiences(previous, manifest),
  };
}

/** The audiences of the parts of all pages, for the manifest. */
function listParts(languages: readonly PreparedSite[]): Manifest['parts'] {
  const parts = languages.flatMap((language) =>
    listCompiledArticles(language).flatMap(({ path: page, summary }) => {
      const audiences = summary.parts?.partAudiences ?? [];
      const url = removeBasePath(page, language.site.rootPath) ?? page;
      return audiences.length > 0 ? [{ url, audiences: audiences.map(toManifestAudience) }] : [];
    }),
  );
  return parts.length > 0 ? parts.sort((a, b) => (a.url < b.url ? -1 : 1)) : undefined;
}

function toManifestAudience(audience: Audience): 'public' | 'reader' | readonly string[] {
  return audience === READERS ? 'reader' : audience;
}

function sum(outputs: readonly LanguageOutput[], count: (output: LanguageOutput) => number): number {
  return outputs.reduce((total, output) => total + count(output), 0);
}

/** Problems of a new release, if the caller has a check: the manifest is written under a temporary name for it. */
export async function checkNewRelease(
  { manifest }: UnpublishedRelease,
  { folders: { distDir }, checkRelease }: OpenedSite,
): Promise<Problem[]> {
  if (!checkRelease) return [];
  const name = `${PARTIAL_FOLDER}/${process.pid}-new-manifest.json`;
  writeFileSync(path.join(distDir, name), JSON.stringify(manifest));
  try {
    return await checkRelease(distDir, name);
  } finally {
    rmSync(path.join(distDir, name), { force: true });
  }
}

/** Warns that more people can read a page. A publication asks first; someone who builds here owns the site anyway. */
function reportWidenedAudiences(previous: Manifest | undefined, manifest: Manifest): Problem[] {
  if (!previous || (!previous.views && !manifest.views)) return [];
  const widenedPages = findWidenedPages(previous, manifest);
  if (widenedPages.length === 0) return [];
  const message = `More people than before can read ${describeWidenedPages(widenedPages)}. If you didn't intend that, roll back: ${formatCommand('rollback')}`;
  return [{ code: 'audience-widened', severity: 'warning', message }];
}

/** Entries by URL. If several languages have one, the first language's counts. */
function mergeEntries(outputs: readonly LanguageOutput[]): Map<string, ManifestEntry> {
  const entries = new Map<string, ManifestEntry>();
  for (const entry of outputs.flatMap((output) => output.entries)) {
    const first = entries.get(entry.url);
    if (!first) entries.set(entry.url, entry);
    // An image in pages of several languages is for the readers of all of them.
    else if (first.file === entry.file) entries.set(entry.url, mergeAudiences(first, entry));
  }
  return entries;
}
