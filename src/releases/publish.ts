import { hash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { MANIFEST_FILE } from '../config/constants.ts';
import { AUDIENCE_RULES } from '../model/audience.ts';
import { listManifestFiles, type Manifest, readLastManifest } from '../model/manifest.ts';
import { readEngineVersion } from '../shared/engine-dir.ts';
import { listFolder, readTextIfPresent } from '../shared/if-present.ts';
import { readRegularFileSync } from '../shared/regular-file.ts';
import { listContentFiles, PARTIAL_FOLDER, RELEASES_FOLDER, SITE_FILE } from './dist-folder.ts';
import { comparePages, hashPages } from './page-changes.ts';
import {
  FILES_FILE,
  listRecords,
  RECORD_FILE,
  RECORD_FORMAT,
  type ReleaseOrigin,
  type ReleaseRecord,
  resolveReleaseFolder,
} from './release-record.ts';

/** A release without its content files, which are in the dist folder already. */
interface NewRelease {
  manifest: Manifest;
  siteJson: string;
}

interface PublishOptions {
  /** Number of releases to keep, including this one. */
  keep: number;
  origin?: ReleaseOrigin;
  /** Name of the deploy token that published the release; undefined for a build on this machine. */
  by?: string | undefined;
  /** The files of the release with their hashes, if they are known. */
  files?: readonly ReleaseFile[];
  /** The content files from before the first file of this release (`listContentFiles`). Default: those there now. */
  present?: ReadonlySet<string>;
}

interface ReleaseFile {
  name: string;
  hash: string;
  bytes: number;
}

/**
 * Makes a release the live one. Its content files must already be in the dist folder, which the caller has locked. The
 * release is served from the moment that its manifest is renamed into place. Older releases are removed when there are
 * more than `keep`, except the previous one: a server may still be answering from it.
 */
export function publish(
  distDir: string,
  release: NewRelease,
  options: PublishOptions,
): { manifestText: string; record: ReleaseRecord } {
  const previous = readLastManifest(distDir);
  const manifestText = JSON.stringify(release.manifest);
  // Write everything that may fail on a full disk before anything becomes visible.
  const contents = { [SITE_FILE]: release.siteJson, [MANIFEST_FILE]: manifestText };
  const preparedFiles = prepareFiles(distDir, (name) => contents[name]);
  const record = recordRelease(distDir, release, { ...options, previous, prepared: preparedFiles });
  moveIntoPlace(distDir, preparedFiles);
  removeOldReleases(distDir, options.keep, [record.build, previous?.build]);
  collectGarbage(distDir, [release.manifest, previous], options.present);
  return { manifestText, record };
}

/**
 * Makes a stored release the live one again. The caller has checked its files, since a damaged release would only be
 * noticed at the next start, and has locked the dist folder.
 */
export function switchToRelease(distDir: string, { name }: Pick<ReleaseRecord, 'name'>): void {
  const folder = resolveReleaseFolder(distDir, name);
  mkdirSync(path.join(distDir, PARTIAL_FOLDER), { recursive: true });
  moveIntoPlace(
    distDir,
    prepareFiles(distDir, (name) => readRegularFileSync(path.join(folder, name))),
  );
}

/** Removes the files that a failed build left behind, and keeps those of all releases. */
export function withdrawBuild(distDir: string): void {
  collectGarbage(distDir, [readLastManifest(distDir)]);
}

/** Reads the list of a release's files. Returns an empty list if the release has none. */
export function listReleaseFiles(distDir: string, name: string): ReleaseFile[] {
  const text = readTextIfPresent(path.join(resolveReleaseFolder(distDir, name), FILES_FILE)) ?? '';
  return text.split('\n').flatMap((line) => {
    const [hashEnd, bytesEnd] = [line.indexOf(' '), line.indexOf(' ', line.indexOf(' ') + 1)];
    if (bytesEnd < 0) return [];
    const bytes = Number(line.slice(hashEnd + 1, bytesEnd));
    return [{ hash: line.slice(0, hashEnd), bytes, name: line.slice(bytesEnd + 1) }];
  });
}

/** Creates the folder of a release atomically. Returns the existing record if this build is the live one already. */
function recordRelease(
  distDir: string,
  { manifest }: Pick<NewRelease, 'manifest'>,
  {
    previous,
    prepared,
    origin = {},
    by,
    files,
  }: PublishOptions & { previous: Manifest | undefined; prepared: readonly PreparedFile[] },
): ReleaseRecord {
  const records = listRecords(distDir);
  const existingRecord = records.find(({ build }) => build === manifest.build);
  if (existingRecord && previous?.build === manifest.build) return existingRecord;
  const publishedAt = new Date().toISOString();
  const number = (records[0]?.number ?? 0) + 1;
  // The clock may show the same time twice; the number is always new.
  const digest = hash('sha256', `${manifest.build} ${publishedAt} ${number}`, 'hex');
  const pages = hashPages(manifest);
  const record: ReleaseRecord = {
    format: RECORD_FORMAT,
    name: `${publishedAt.slice(0, 10)}-${digest.slice(0, 6)}`,
    number,
    build: manifest.build,
    publishedAt,
    ...(by === undefined ? {} : { by }),
    engine: readEngineVersion(),
    audienceRules: AUDIENCE_RULES,
    origin,
    pages: pages.size,
    ...(previous && previous.build !== manifest.build
      ? { changes: comparePages(hashPages(previous), pages, manifest) }
      : {}),
  };
  const lines = files ?? listManifestFiles(manifest).map((name) => ({ hash: '-', bytes: 0, name }));
  const partialFile = path.join(distDir, PARTIAL_FOLDER, `${process.pid}-${record.name}`);
  mkdirSync(partialFile, { recursive: true });
  const write = (name: string, content: string) => writeDurably(path.join(partialFile, name), content);
  for (const file of prepared) linkOrCopy(file.partial, path.join(partialFile, file.name));
  write(FILES_FILE, lines.map(({ hash, bytes, name }) => `${hash} ${bytes} ${name}\n`).join(''));
  write(RECORD_FILE, JSON.stringify(record));
  mkdirSync(path.join(distDir, RELEASES_FOLDER), { recursive: true });
  renameSync(partialFile, resolveReleaseFolder(distDir, record.name));
  // The same build was published before: its new record replaces the old one.
  if (existingRecord)
    rmSync(resolveReleaseFolder(distDir, existingRecord.name), { recursive: true, force: true });
  return record;
}

function removeOldReleases(
  distDir: string,
  keep: number,
  neededBuilds: readonly (string | undefined)[],
): void {
  const records = listRecords(distDir);
  const keptNames = new Set([
    ...records.slice(0, keep).map(({ name }) => name),
    ...records.filter(({ build }) => neededBuilds.includes(build)).map(({ name }) => name),
  ]);
  for (const name of listFolder(path.join(distDir, RELEASES_FOLDER)))
    if (!keptNames.has(name)) rmSync(resolveReleaseFolder(distDir, name), { recursive: true, force: true });
}

interface PreparedFile {
  /** Absolute path until the file is renamed into place. */
  partial: string;
  name: string;
}

/** Writes both files under temporary names, the manifest last. */
function prepareFiles(
  distDir: string,
  readContent: (name: typeof SITE_FILE | typeof MANIFEST_FILE) => string | Uint8Array,
): PreparedFile[] {
  return ([SITE_FILE, MANIFEST_FILE] as const).map((name) => {
    const partialFile = path.join(distDir, PARTIAL_FOLDER, `${process.pid}-${name}`);
    writeDurably(partialFile, readContent(name));
    return { partial: partialFile, name };
  });
}

/** Renames the files into place, in this order. */
function moveIntoPlace(distDir: string, files: readonly PreparedFile[]): void {
  for (const { partial, name } of files) renameSync(partial, path.join(distDir, name));
}

/** Hard-links the file, since neither name is ever written to again. Copies it if the file system has no hard links. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    writeDurably(to, readFileSync(from));
  }
}

/** Writes and syncs a file, so that its bytes are on the disk before a name points to them, even if the power fails. */
function writeDurably(file: string, content: string | Uint8Array): void {
  const descriptor = openSync(file, 'w');
  try {
    // On a disk that is almost full, a write may store only part of the bytes; the next one then throws.
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    for (let done = 0; done < bytes.byteLength; ) done += writeSync(descriptor, bytes, done);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Removes content files that no stored release and no manifest in `servedManifests` refers to, and leftovers of killed builds.
 */
function collectGarbage(
  distDir: string,
  servedManifests: readonly (Manifest | undefined)[],
  present: ReadonlySet<string> = listContentFiles(distDir),
): void {
  const unusedFiles = new Set(present);
  for (const file of servedManifests.flatMap((manifest) => (manifest ? listManifestFiles(manifest) : [])))
    unusedFiles.delete(file);
  for (const release of listFolder(path.join(distDir, RELEASES_FOLDER))) {
    if (unusedFiles.size === 0) break;
    for (const { name } of listReleaseFiles(distDir, release)) unusedFiles.delete(name);
  }
  const partialFiles = listFolder(path.join(distDir, PARTIAL_FOLDER)).map(
    (name) => `${PARTIAL_FOLDER}/${name}`,
  );
  for (const file of [...unusedFiles, ...partialFiles])
    rmSync(path.join(distDir, file), { recursive: true, force: true });
}
