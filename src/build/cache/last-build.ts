import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MANIFEST_FILE, type Manifest, manifestFiles } from '../../model/manifest.ts';
import type { Problem } from '../../shared/problem.ts';
import type { ContentSettings, Folders } from '../folders.ts';
import { hashTree, shortHash } from '../hashing.ts';
import { listContentFiles } from '../publish/dist-folder.ts';
import type { BuildCache } from './build-cache.ts';
import { type Looks, looksTheSame } from './import-graph.ts';
import type { Dates } from './load-dates.ts';
import { entriesInPlace } from './output-cache.ts';

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

/** Of everything that a build reads, but for code and what articles include from elsewhere. */
export function contentKey(
  { docsDir, docsHome, siteDir, contentDirs, pagesDir, staticDirs, sidebars }: Folders,
  settings: ContentSettings,
  dates: Dates,
): string {
  return shortHash(
    JSON.stringify([
      process.version,
      [docsDir, docsHome, siteDir, sidebars, settings.MARKDOWN_FORMAT],
      [settings.BROKEN_LINKS, settings.BROKEN_DOCUMENTS],
      [...contentDirs, pagesDir, ...staticDirs].map((folder) => [folder, hashTree(folder)]),
      // Pages say when they were last committed.
      dates,
    ]),
  );
}

/**
 * The last build, if building again would give the very same release and that one is published and whole. `keyOf`:
 * the key of the content of these folders, as it is now; the configuration is not read for it.
 */
export async function stillCurrent(
  cache: BuildCache,
  distDir: string,
  keyOf: (folders: Folders) => Promise<string>,
  base: Folders,
): Promise<LastBuild | undefined> {
  const text = cache.metadata(NAME);
  if (text === undefined) return undefined;
  const last: Partial<LastBuild> = JSON.parse(text);
  // The code looks as it did, so it is the code that wrote all of this.
  if (!last.looks || !last.folders || JSON.stringify(last.base) !== JSON.stringify(base)) return undefined;
  if (!looksTheSame(last.looks) || last.content !== (await keyOf(last.folders))) return undefined;
  const published = readIfPresent(path.join(distDir, MANIFEST_FILE));
  if (published === undefined || shortHash(published) !== last.manifestHash) return undefined;
  const manifest: Manifest = JSON.parse(published);
  const present = listContentFiles(distDir);
  if (!entriesInPlace(distDir, manifest.entries, present)) return undefined;
  return manifestFiles(manifest).every((file) => present.has(file)) ? (last as LastBuild) : undefined;
}

export function rememberBuild(cache: BuildCache, last: LastBuild): void {
  cache.storeMetadata(NAME, JSON.stringify(last));
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
