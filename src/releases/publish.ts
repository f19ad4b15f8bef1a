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
import { type Manifest, manifestFiles, readLastManifest } from '../model/manifest.ts';
import { engineVersion } from '../shared/engine-dir.ts';
import { namesIn, textIfPresent } from '../shared/if-present.ts';
import { listContentFiles, PARTIAL_FOLDER, RELEASES_FOLDER, SITE_FILE } from './dist-folder.ts';
import { comparePages, pagesOf } from './page-changes.ts';
import {
  FILES_FILE,
  listRecords,
  RECORD_FILE,
  RECORD_FORMAT,
  type ReleaseOrigin,
  type ReleaseRecord,
  releaseFolder,
} from './release-record.ts';

/** All that a release has besides its content files, which are in the dist folder already. */
interface NewRelease {
  manifest: Manifest;
  siteJson: string;
}

interface PublishOptions {
  /** So many releases stay, this one among them. */
  keep: number;
  origin?: ReleaseOrigin;
  by?: string | undefined;
  /** Hashes of its files, where they are known. */
  files?: readonly ReleaseFile[];
  /** What lay in the dist folder before the first of its files did, see `listContentFiles`; looked up unless given. */
  present?: ReadonlySet<string>;
}

interface ReleaseFile {
  name: string;
  hash: string;
  bytes: number;
}

/**
 * Makes a release the current one. All its files lie in the dist folder already; renaming the manifest into
 * place is the moment from which it is served. Releases before it stay until there are too many, and the one that was
 * served until now in any case, since a server may still be answering from it. The dist folder is locked meanwhile.
 */
export function publish(
  distDir: string,
  release: NewRelease,
  options: PublishOptions,
): { manifestText: string; record: ReleaseRecord } {
  const previous = readLastManifest(distDir);
  const manifestText = JSON.stringify(release.manifest);
  // All that a full disk may refuse comes before anything is seen.
  const contents = { [SITE_FILE]: release.siteJson, [MANIFEST_FILE]: manifestText };
  const prepared = prepareFiles(distDir, (name) => contents[name]);
  const record = keepRelease(distDir, release, { ...options, previous, prepared });
  appear(distDir, prepared);
  forgetOldReleases(distDir, options.keep, [record.build, previous?.build]);
  collectGarbage(distDir, [release.manifest, previous], options.present);
  return { manifestText, record };
}

/** Serves a kept release again, which somebody has looked at: a broken one is found by the next start. The dist folder is locked meanwhile. */
export function switchTo(distDir: string, { name }: Pick<ReleaseRecord, 'name'>): void {
  const folder = releaseFolder(distDir, name);
  mkdirSync(path.join(distDir, PARTIAL_FOLDER), { recursive: true });
  appear(
    distDir,
    prepareFiles(distDir, (name) => readFileSync(path.join(folder, name))),
  );
}

/** After a build that came to nothing: its files go, those of all releases stay. */
export function withdraw(distDir: string): void {
  collectGarbage(distDir, [readLastManifest(distDir)]);
}

/** What a release is made of, as its list in the dist folder says; nothing where there is no such list. */
export function filesOfRelease(distDir: string, name: string): ReleaseFile[] {
  const text = textIfPresent(path.join(releaseFolder(distDir, name), FILES_FILE)) ?? '';
  return text.split('\n').flatMap((line) => {
    const [hashEnd, bytesEnd] = [line.indexOf(' '), line.indexOf(' ', line.indexOf(' ') + 1)];
    if (bytesEnd < 0) return [];
    const bytes = Number(line.slice(hashEnd + 1, bytesEnd));
    return [{ hash: line.slice(0, hashEnd), bytes, name: line.slice(bytesEnd + 1) }];
  });
}

/** The folder of a release appears whole. One that is kept already stays as it is. */
function keepRelease(
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
  const known = records.find(({ build }) => build === manifest.build);
  if (known && previous?.build === manifest.build) return known;
  const publishedAt = new Date().toISOString();
  const number = (records[0]?.number ?? 0) + 1;
  // A clock may tell the same time twice: the number does not.
  const digest = hash('sha256', `${manifest.build} ${publishedAt} ${number}`, 'hex');
  const pages = pagesOf(manifest);
  const record: ReleaseRecord = {
    format: RECORD_FORMAT,
    name: `${publishedAt.slice(0, 10)}-${digest.slice(0, 6)}`,
    number,
    build: manifest.build,
    publishedAt,
    ...(by === undefined ? {} : { by }),
    engine: engineVersion(),
    audienceRules: AUDIENCE_RULES,
    origin,
    pages: pages.size,
    ...(previous && previous.build !== manifest.build
      ? { changes: comparePages(pagesOf(previous), pages, manifest) }
      : {}),
  };
  const lines = files ?? manifestFiles(manifest).map((name) => ({ hash: '-', bytes: 0, name }));
  const partial = path.join(distDir, PARTIAL_FOLDER, `${process.pid}-${record.name}`);
  mkdirSync(partial, { recursive: true });
  const write = (name: string, content: string) => writeDurably(path.join(partial, name), content);
  for (const file of prepared) takeFile(file.partial, path.join(partial, file.name));
  write(FILES_FILE, lines.map(({ hash, bytes, name }) => `${hash} ${bytes} ${name}\n`).join(''));
  write(RECORD_FILE, JSON.stringify(record));
  mkdirSync(path.join(distDir, RELEASES_FOLDER), { recursive: true });
  renameSync(partial, releaseFolder(distDir, record.name));
  // The same build once more is the newest one now, and no other.
  if (known) rmSync(releaseFolder(distDir, known.name), { recursive: true, force: true });
  return record;
}

function forgetOldReleases(distDir: string, keep: number, needed: readonly (string | undefined)[]): void {
  const records = listRecords(distDir);
  const isKept = new Set([
    ...records.slice(0, keep).map(({ name }) => name),
    ...records.filter(({ build }) => needed.includes(build)).map(({ name }) => name),
  ]);
  for (const name of namesIn(path.join(distDir, RELEASES_FOLDER)))
    if (!isKept.has(name)) rmSync(releaseFolder(distDir, name), { recursive: true, force: true });
}

interface PreparedFile {
  /** Absolute: where it lies until it appears. */
  partial: string;
  name: string;
}

/** Writes them beside, the manifest last. */
function prepareFiles(
  distDir: string,
  contentOf: (name: typeof SITE_FILE | typeof MANIFEST_FILE) => string | Uint8Array,
): PreparedFile[] {
  return ([SITE_FILE, MANIFEST_FILE] as const).map((name) => {
    const partial = path.join(distDir, PARTIAL_FOLDER, `${process.pid}-${name}`);
    writeDurably(partial, contentOf(name));
    return { partial, name };
  });
}

/** Renames them into place in their order. */
function appear(distDir: string, files: readonly PreparedFile[]): void {
  for (const { partial, name } of files) renameSync(partial, path.join(distDir, name));
}

/** The same file under a second name, since nobody writes into either; a copy where the file system has no such names. */
function takeFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    writeDurably(to, readFileSync(from));
  }
}

/** The bytes are on the disk before a name points to them, also when the power fails. */
function writeDurably(file: string, content: string | Uint8Array): void {
  const descriptor = openSync(file, 'w');
  try {
    // One write may take less than all of it when the disk is filling up; the next one then says so.
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    for (let done = 0; done < bytes.byteLength; ) done += writeSync(descriptor, bytes, done);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Removes content-named files that no kept release and none of these names, and what killed builds left half written. */
function collectGarbage(
  distDir: string,
  served: readonly (Manifest | undefined)[],
  present: ReadonlySet<string> = listContentFiles(distDir),
): void {
  const unused = new Set(present);
  for (const file of served.flatMap((manifest) => (manifest ? manifestFiles(manifest) : [])))
    unused.delete(file);
  for (const release of namesIn(path.join(distDir, RELEASES_FOLDER))) {
    if (unused.size === 0) break;
    for (const { name } of filesOfRelease(distDir, release)) unused.delete(name);
  }
  const partial = namesIn(path.join(distDir, PARTIAL_FOLDER)).map((name) => `${PARTIAL_FOLDER}/${name}`);
  for (const file of [...unused, ...partial])
    rmSync(path.join(distDir, file), { recursive: true, force: true });
}
