import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MANIFEST_FILE } from '../../config/constants.ts';
import { type Manifest, manifestFiles } from '../../model/manifest.ts';
import { listContentFiles } from '../../releases/dist-folder.ts';
import { listReleases, type ReleaseRecord, releaseFolder } from '../../releases/release-record.ts';
import { textIfPresent } from '../../shared/if-present.ts';
import { memoize } from '../../shared/memoize.ts';
import type { Problem } from '../../shared/problem.ts';
import type { ContentSettings, Folders } from '../folders.ts';
import { hashTree, shortHash } from '../hashing.ts';
import type { BuildCache } from './build-cache.ts';
import { type Looks, looksTheSame } from './import-graph.ts';
import type { Dates } from './load-dates.ts';
import { areEntriesThere } from './output-cache.ts';

/** What the last build of this docs folder read and published. */
interface LastBuild {
  /** As the environment had them, and with what the configuration named. */
  base: Folders;
  folders: Folders;
  /** Key of the content, and of how it is to be built. */
  content: string;
  /** Code, and files elsewhere that articles depend on. */
  looks: Looks;
  manifestHash: string;
  /** Warnings, which are told again. */
  problems: Problem[];
  pages: number;
}

const NAME = 'last-build';

/** The key of the content of these folders, made once: it takes a look into every file. */
export function contentKeys(
  environment: ContentSettings,
  datesOf: (folders: Folders) => Promise<Dates>,
): (folders: Folders) => Promise<string> {
  const make = async (folders: Folders) => contentKey(folders, environment, await datesOf(folders));
  return memoize(1, make, JSON.stringify);
}

/** Of everything that a build reads, but for code and what articles include from elsewhere. */
function contentKey(
  { docsDir, docsHome, siteDir, contentDirs, pagesDir, staticDirs, sidebars, boundary }: Folders,
  settings: ContentSettings,
  dates: Dates,
): string {
  return shortHash(
    JSON.stringify([
      process.version,
      [docsDir, docsHome, siteDir, sidebars, settings.MARKDOWN_FORMAT],
      [settings.BROKEN_LINKS, settings.BROKEN_DOCUMENTS],
      configVariables(siteDir),
      [...contentDirs, pagesDir, ...staticDirs].map((folder) => [folder, hashTree(folder, boundary)]),
      // Pages say when they were last committed.
      dates,
    ]),
  );
}

/** Environment variables that a configuration reads by name. It is a program, and is not run to learn what it says. */
function configVariables(siteDir: string): (readonly [name: string, value: string | undefined])[] {
  const files = readdirSync(siteDir).filter((name) => /^(?:site|docusaurus)\.config\.[cm]?[jt]s$/.test(name));
  return files
    .flatMap((name) => [
      ...readFileSync(path.join(siteDir, name), 'utf8').matchAll(/\bprocess\.env(?:\.|\[['"])(\w+)/g),
    ])
    .map(([, name = '']) => [name, process.env[name]] as const);
}

/**
 * The last build, if building again would give the very same release and that one is whole, and published or set aside
 * for an earlier one. `keyOf`:
 * the key of the content of these folders, as it is now; the configuration is not read for it.
 */
export async function stillCurrent(
  cache: BuildCache,
  base: Folders,
  keyOf: (folders: Folders) => Promise<string>,
): Promise<(LastBuild & { setAsideAs: ReleaseRecord | undefined }) | undefined> {
  const { distDir } = base;
  const last: Partial<LastBuild> = JSON.parse(cache.metadata(NAME) ?? '{}');
  // The code looks as it did, so it is the code that wrote all of this.
  if (!last.looks || !last.folders || JSON.stringify(last.base) !== JSON.stringify(base)) return undefined;
  if (!looksTheSame(last.looks) || last.content !== (await keyOf(last.folders))) return undefined;
  const served = textIfPresent(path.join(distDir, MANIFEST_FILE));
  if (served === undefined || last.manifestHash === undefined) return undefined;
  const isServed = shortHash(served) === last.manifestHash;
  const aside = isServed ? undefined : setAside(distDir, last.manifestHash);
  if (!isServed && aside === undefined) return undefined;
  const manifest: Manifest = JSON.parse(aside?.manifestText ?? served);
  const present = listContentFiles(distDir);
  if (!areEntriesThere(distDir, manifest.entries, present)) return undefined;
  if (!manifestFiles(manifest).every((file) => present.has(file))) return undefined;
  return { ...(last as LastBuild), setAsideAs: aside?.record };
}

/** The release of this build, where another one that is kept was made the current one after it. */
function setAside(
  distDir: string,
  manifestHash: string,
): { record: ReleaseRecord; manifestText: string } | undefined {
  const { live, records } = listReleases(distDir);
  if (live === undefined) return undefined;
  for (const record of records) {
    const manifestText = textIfPresent(path.join(releaseFolder(distDir, record.name), MANIFEST_FILE));
    if (manifestText !== undefined && shortHash(manifestText) === manifestHash)
      return { record, manifestText };
  }
  return undefined;
}

export function rememberBuild(cache: BuildCache, last: LastBuild): void {
  cache.storeMetadata(NAME, JSON.stringify(last));
}
