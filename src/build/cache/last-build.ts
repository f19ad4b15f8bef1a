import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MANIFEST_FILE } from '../../config/constants.ts';
import { listManifestFiles, type Manifest } from '../../model/manifest.ts';
import { listContentFiles } from '../../releases/dist-folder.ts';
import { listReleases, type ReleaseRecord, resolveReleaseFolder } from '../../releases/release-record.ts';
import { readTextIfPresent } from '../../shared/if-present.ts';
import { memoize } from '../../shared/memoize.ts';
import type { Problem } from '../../shared/problem.ts';
import type { ContentSettings, Folders } from '../folders.ts';
import { computeShortHash, hashTree } from '../hashing.ts';
import type { BuildCache } from './build-cache.ts';
import { areUnchanged, type Fingerprints } from './import-graph.ts';
import type { Dates } from './load-dates.ts';
import { areEntriesThere } from './output-cache.ts';

/** The inputs and the result of the last build of this docs folder. */
interface LastBuild {
  /** Folders as the environment has them, and including those that the configuration names. */
  base: Folders;
  folders: Folders;
  /** Key of the content, and of the settings that affect the build. */
  content: string;
  /** State of the code, and of files elsewhere that articles depend on. */
  fingerprints: Fingerprints;
  manifestHash: string;
  /** Warnings, which are reported again. */
  problems: Problem[];
  pages: number;
}

const NAME = 'last-build';

/** Creates a function that computes the key of the content, once for the same folders: it reads every file. */
export function memoizeContentKey(
  environment: ContentSettings,
  readDates: (folders: Folders) => Promise<Dates>,
): (folders: Folders) => Promise<string> {
  const make = async (folders: Folders) => computeContentKey(folders, environment, await readDates(folders));
  return memoize(1, make, JSON.stringify);
}

/** Covers everything that a build reads, except code and files that articles include from elsewhere. */
function computeContentKey(
  { docsDir, docsHome, siteDir, contentDirs, pagesDir, staticDirs, sidebars, boundary }: Folders,
  settings: ContentSettings,
  dates: Dates,
): string {
  return computeShortHash(
    JSON.stringify([
      process.version,
      [docsDir, docsHome, siteDir, sidebars, settings.MARKDOWN_FORMAT],
      [settings.BROKEN_LINKS, settings.BROKEN_DOCUMENTS],
      settings.features,
      listConfigVariables(siteDir),
      [...contentDirs, pagesDir, ...staticDirs].map((folder) => [folder, hashTree(folder, boundary)]),
      // Pages show when they were last committed.
      dates,
    ]),
  );
}

/** Environment variables that a configuration reads by name. It is code, and isn't run to find them. */
function listConfigVariables(siteDir: string): (readonly [name: string, value: string | undefined])[] {
  const files = readdirSync(siteDir).filter((name) => /^(?:site|docusaurus)\.config\.[cm]?[jt]s$/.test(name));
  return files
    .flatMap((name) => [
      ...readFileSync(path.join(siteDir, name), 'utf8').matchAll(/\bprocess\.env(?:\.|\[['"])(\w+)/g),
    ])
    .map(([, name = '']) => [name, process.env[name]] as const);
}

/**
 * The last build, if building again would make the same release, and if that release is complete and either live or set
 * aside for an earlier one. `getContentKey` computes the key of the content as it is now, without the configuration.
 */
export async function findCurrentBuild(
  cache: BuildCache,
  base: Folders,
  getContentKey: (folders: Folders) => Promise<string>,
): Promise<(LastBuild & { setAsideAs: ReleaseRecord | undefined }) | undefined> {
  const { distDir } = base;
  const last: Partial<LastBuild> = JSON.parse(cache.readMetadata(NAME) ?? '{}');
  // The code is unchanged, so this code wrote all of it.
  if (!last.fingerprints || !last.folders || JSON.stringify(last.base) !== JSON.stringify(base))
    return undefined;
  if (!areUnchanged(last.fingerprints) || last.content !== (await getContentKey(last.folders)))
    return undefined;
  const liveManifestText = readTextIfPresent(path.join(distDir, MANIFEST_FILE));
  if (liveManifestText === undefined || last.manifestHash === undefined) return undefined;
  const isLive = computeShortHash(liveManifestText) === last.manifestHash;
  const setAsideRelease = isLive ? undefined : findSetAsideRelease(distDir, last.manifestHash);
  if (!isLive && setAsideRelease === undefined) return undefined;
  const manifest: Manifest = JSON.parse(setAsideRelease?.manifestText ?? liveManifestText);
  const present = listContentFiles(distDir);
  if (!areEntriesThere(distDir, manifest.entries, present)) return undefined;
  if (!listManifestFiles(manifest).every((file) => present.has(file))) return undefined;
  return { ...(last as LastBuild), setAsideAs: setAsideRelease?.record };
}

/** The release of this build, if another stored release became the live one after it. */
function findSetAsideRelease(
  distDir: string,
  manifestHash: string,
): { record: ReleaseRecord; manifestText: string } | undefined {
  const { live, records } = listReleases(distDir);
  if (live === undefined) return undefined;
  for (const record of records) {
    const manifestText = readTextIfPresent(
      path.join(resolveReleaseFolder(distDir, record.name), MANIFEST_FILE),
    );
    if (manifestText !== undefined && computeShortHash(manifestText) === manifestHash)
      return { record, manifestText };
  }
  return undefined;
}

export function storeLastBuild(cache: BuildCache, last: LastBuild): void {
  cache.storeMetadata(NAME, JSON.stringify(last));
}
