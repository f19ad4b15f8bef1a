import { createHash } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { hashContent } from '../../../releases/content-hash.ts';
import { UPLOADS_FOLDER } from '../../../releases/dist-folder.ts';
import { classifyFileName, hasNamedPlainContent } from '../../../releases/named-content.ts';
import { listReleaseFiles } from '../../../releases/publish.ts';
import { FILES_FILE, listReleases, resolveReleaseFolder } from '../../../releases/release-record.ts';
import { listFolder } from '../../../shared/if-present.ts';
import { isFile } from '../../../shared/regular-file.ts';
import { splitIntoParts, WHOLE_MAX_BYTES } from './content-parts.ts';
import { type FilePart, listParts } from './publication.ts';
import { type Publication, type PublishedFile, publicationSchema } from './publication-operations.ts';
import { admitUpload, PUBLISHER_FILE } from './uploads.ts';

const PUBLICATION_FILE = 'publication.json';

/**
 * A publication that is being uploaded: a folder of parts, each named by its hash. Nothing in it is served. Files
 * are read and written synchronously: this runs in its own thread, where many asynchronous calls would take several
 * times as long.
 */
export class Staging {
  readonly folder: string;
  readonly #distDir: string;

  private constructor(distDir: string, id: string) {
    this.#distDir = distDir;
    this.folder = path.join(distDir, UPLOADS_FOLDER, id);
  }

  /**
   * Starts an upload, or continues it if the same publisher started it before. Returns `undefined` if too many uploads
   * are in progress.
   */
  static begin(
    distDir: string,
    id: string,
    { publication, publisherId }: { publication: Publication; publisherId: string },
  ): Staging | undefined {
    const staging = new Staging(distDir, id);
    if (!admitUpload(distDir, id, publisherId)) return undefined;
    mkdirSync(staging.folder, { recursive: true });
    utimesSync(staging.folder, new Date(), new Date());
    staging.#write(PUBLISHER_FILE, publisherId);
    staging.#write(PUBLICATION_FILE, JSON.stringify(publication));
    return staging;
  }

  /** Opens an upload that has started but not finished. */
  static open(distDir: string, id: string): { staging: Staging; publication: Publication } | undefined {
    if (!/^[0-9a-f]{32}$/.test(id)) return undefined;
    const staging = new Staging(distDir, id);
    const publication = readPublication(path.join(staging.folder, PUBLICATION_FILE));
    return publication && { staging, publication };
  }

  /**
   * Lists the parts that must still be sent: neither uploaded nor in the dist folder. Parts of large files are first
   * looked for in the large files of the live release: its search index, for example, contains most pages of the next.
   */
  async listMissingParts(
    { files }: Publication,
    live: readonly string[],
  ): Promise<[file: number, part: number][]> {
    const absent = this.#absent(files);
    const stagedFiles = new Set(listFolder(this.folder));
    if (absent.some((at) => files[at]?.parts)) {
      const neededHashes = absent.flatMap((at) => files[at]?.parts ?? []).map(({ hash }) => hash);
      const names = new Set(files.map(({ name }) => name));
      const replacedFiles = live.filter((name) => !names.has(name));
      await this.#takeParts(
        new Set(neededHashes.filter((hash) => !stagedFiles.has(hash))),
        replacedFiles,
        stagedFiles,
      );
    }
    return absent.flatMap((at) => {
      const file = files[at];
      return file === undefined
        ? []
        : [...listParts(file).entries()].flatMap(([part, { hash }]): [number, number][] =>
            stagedFiles.has(hash) ? [] : [[at, part]],
          );
    });
  }

  /** Whether the dist folder has every file of the publication, undamaged. */
  isInDist({ files }: Publication): boolean {
    return this.#absent(files).length === 0;
  }

  /** Stores a part. Returns false if it doesn't belong to this publication or doesn't match its hash. */
  storePart({ files }: Publication, { file, part, content }: FilePart): boolean {
    const publishedFile = files[file];
    const expectedPart = publishedFile && listParts(publishedFile)[part];
    if (expectedPart === undefined || hashContent(content) !== expectedPart.hash) return false;
    this.#write(expectedPart.hash, content);
    return true;
  }

  /**
   * Moves the uploaded files into the dist folder, which the caller has locked. Names say what is in a file, so this
   * changes no file of another release, except a damaged one, which it repairs. `findNameConflict` finds the exception.
   * Returns the name of the first incomplete file, which must be sent again.
   */
  moveIntoDist(publication: Publication): string | undefined {
    const absent = this.#absent(publication.files).flatMap((at) => publication.files[at] ?? []);
    const stagedFiles = new Set(listFolder(this.folder));
    const incompleteFile = absent.find((file) => listParts(file).some(({ hash }) => !stagedFiles.has(hash)));
    if (incompleteFile) return incompleteFile.name;
    for (const file of absent.filter(({ parts }) => parts)) if (!this.#join(file)) return file.name;
    // Two files may have the same bytes: the first is moved into place, the second is copied from there.
    const movedFiles = new Map<string, string>();
    for (const { name, hash } of absent.filter(({ parts }) => !parts)) {
      const target = path.join(this.#distDir, name);
      const movedFile = movedFiles.get(hash);
      if (movedFile === undefined) renameSync(path.join(this.folder, hash), target);
      else this.#replace(target, readFileSync(movedFile));
      movedFiles.set(hash, target);
    }
    return undefined;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * Indexes of the files that the dist folder lacks. A compressed file that holds what its name says stays, even if other
   * software would compress it to other bytes: another release may be served from it.
   */
  #absent(files: Publication['files']): number[] {
    const recordedHashes = readRecordedHashes(this.#distDir);
    return [...files.entries()].flatMap(([at, { name, bytes, hash }]) => {
      const file = path.join(this.#distDir, name);
      const stats = statSync(file, { throwIfNoEntry: false });
      const size = stats?.isFile() ? stats.size : undefined;
      const isSame = size === bytes && hashFile(file, recordedHashes.get(name)) === hash;
      if (isSame) return [];
      const isEquivalent =
        size !== undefined &&
        classifyFileName(name) === 'plain-content' &&
        hasNamedPlainContent(name, readFileSync(file));
      return isEquivalent ? [] : [at];
    });
  }

  /**
   * The name of a file that the dist folder has with other content. It can only be a search index of an earlier version,
   * whose name doesn't say what is in it. Moving it into the dist folder would change the release that uses the other one.
   */
  findNameConflict(files: Publication['files']): string | undefined {
    const recordedHashes = readRecordedHashes(this.#distDir);
    return files.find(({ name, hash }) => {
      if (classifyFileName(name) !== 'inputs') return false;
      const file = path.join(this.#distDir, name);
      return isFile(file) && hashFile(file, recordedHashes.get(name)) !== hash;
    })?.name;
  }

  /** Stores those of the needed parts that these existing files contain. */
  async #takeParts(
    neededHashes: ReadonlySet<string>,
    names: readonly string[],
    stagedFiles: Set<string>,
  ): Promise<void> {
    for (const name of names) {
      const file = path.join(this.#distDir, name);
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= WHOLE_MAX_BYTES) continue;
      const content = readFileSync(file);
      let at = 0;
      for (const { bytes, hash } of await splitIntoParts(content)) {
        const part = content.subarray(at, at + bytes);
        at += bytes;
        if (!neededHashes.has(hash) || stagedFiles.has(hash)) continue;
        this.#write(hash, part);
        stagedFiles.add(hash);
      }
    }
  }

  #join(file: PublishedFile): boolean {
    const sum = createHash('sha256');
    const partial = this.#partial();
    const joinedFile = openSync(partial, 'w');
    try {
      for (const { hash } of listParts(file)) {
        const content = readFileSync(path.join(this.folder, hash));
        sum.update(content);
        writeFileSync(joinedFile, content);
      }
    } finally {
      closeSync(joinedFile);
    }
    if (sum.digest('base64url').slice(0, 22) !== file.hash) return false;
    renameSync(partial, path.join(this.#distDir, file.name));
    return true;
  }

  /** Writes a file atomically, so that two processes that receive the same part don't interfere. */
  #write(name: string, content: string | Uint8Array): void {
    this.#replace(path.join(this.folder, name), content);
  }

  #replace(target: string, content: string | Uint8Array): void {
    const partial = this.#partial();
    try {
      writeFileSync(partial, content);
    } catch (error) {
      // The disk may be full, so free what was written.
      rmSync(partial, { force: true });
      throw error;
    }
    renameSync(partial, target);
  }

  #partial(): string {
    sequence += 1;
    return path.join(this.folder, `.${process.pid}-${sequence}`);
  }
}

let sequence = 0;

/** The publication that was read last. It has several megabytes and is needed for each of its parts. */
let lastRead: { file: string; signature: string; publication: Publication } | undefined;

function readPublication(file: string): Publication | undefined {
  try {
    const { mtimeNs, ino, size } = statSync(file, { bigint: true });
    const signature = `${mtimeNs} ${ino} ${size}`;
    if (lastRead?.file !== file || lastRead.signature !== signature)
      lastRead = {
        file,
        signature,
        publication: publicationSchema.parse(JSON.parse(readFileSync(file, 'utf8'))),
      };
    return lastRead.publication;
  } catch {
    return undefined;
  }
}

interface RecordedHash {
  hash: string;
  /** When the list with this hash was written, by the clock of the file system. */
  recordedAtMs: number;
}

/** Hashes of the files of uploaded releases, by file name. If releases differ, the newest counts. */
function readRecordedHashes(distDir: string): Map<string, RecordedHash> {
  const recordedHashes = new Map<string, RecordedHash>();
  for (const { name } of listReleases(distDir).records.toReversed()) {
    const list = path.join(resolveReleaseFolder(distDir, name), FILES_FILE);
    const recordedAtMs = statSync(list, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    for (const file of listReleaseFiles(distDir, name))
      if (file.hash !== '-') recordedHashes.set(file.name, { hash: file.hash, recordedAtMs });
  }
  return recordedHashes;
}

/**
 * The hash of an existing file: the recorded one, which saves reading a thousand megabytes for each publication, unless
 * the file has changed since. Every write, copy and rename sets the change time (`ctime`), and no program can set it back.
 */
function hashFile(file: string, recorded: RecordedHash | undefined): string {
  return recorded !== undefined && statSync(file).ctimeMs <= recorded.recordedAtMs
    ? recorded.hash
    : hashContent(readFileSync(file));
}
