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
import { type Publication, type PublishedFile, publicationSchema } from '../model/api/publications.ts';
import { namesIn } from '../shared/if-present.ts';
import { contentHash, contentParts, WHOLE_MAX_BYTES } from './content-parts.ts';
import { UPLOADS_FOLDER } from './dist-folder.ts';
import { type Part, partsOf } from './publication.ts';
import { filesOfRelease } from './publish.ts';
import { listReleases } from './release-record.ts';
import { admitUpload, PUBLISHER_FILE } from './uploads.ts';

const PUBLICATION_FILE = 'publication.json';

/**
 * A publication on its way: a folder of parts, each under its hash. None of it has an address. Everything in step: it
 * runs in a thread of its own, and many asynchronous calls take several times as long.
 */
export class Staging {
  readonly folder: string;
  readonly #distDir: string;

  private constructor(distDir: string, id: string) {
    this.#distDir = distDir;
    this.folder = path.join(distDir, UPLOADS_FOLDER, id);
  }

  /** Made again by the same publisher, it goes on where it was. `undefined`: too many are on their way. */
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

  /** One that has begun. */
  static open(distDir: string, id: string): { staging: Staging; publication: Publication } | undefined {
    if (!/^[0-9a-f]{32}$/.test(id)) return undefined;
    const staging = new Staging(distDir, id);
    const publication = readPublication(path.join(staging.folder, PUBLICATION_FILE));
    return publication && { staging, publication };
  }

  /**
   * Index and part of what neither the dist folder has nor was sent. Parts of large files are looked for in those of the
   * release that is served: its search index, for one, has most pages of the next one.
   */
  async missing({ files }: Publication, live: readonly string[]): Promise<[file: number, part: number][]> {
    const absent = this.#absent(files);
    const staged = new Set(namesIn(this.folder));
    if (absent.some((at) => files[at]?.parts)) {
      const wanted = absent.flatMap((at) => files[at]?.parts ?? []).map(({ hash }) => hash);
      const names = new Set(files.map(({ name }) => name));
      const replaced = live.filter((name) => !names.has(name));
      await this.#takeParts(new Set(wanted.filter((hash) => !staged.has(hash))), replaced, staged);
    }
    return absent.flatMap((at) => {
      const file = files[at];
      return file === undefined
        ? []
        : [...partsOf(file).entries()].flatMap(([part, { hash }]): [number, number][] =>
            staged.has(hash) ? [] : [[at, part]],
          );
    });
  }

  /** Keeps a part; false for what is not of this publication, or not what its hash says. */
  keep({ files }: Publication, { file, part, content }: Part): boolean {
    const named = files[file];
    const wanted = named && partsOf(named)[part];
    if (wanted === undefined || contentHash(content) !== wanted.hash) return false;
    this.#write(wanted.hash, content);
    return true;
  }

  /**
   * Moves what was sent to where builds write; nothing refers to it yet. The dist folder is locked meanwhile. Answers
   * with the first file that is not there whole, which is to be sent again.
   */
  moveIn(publication: Publication): string | undefined {
    const absent = this.#absent(publication.files).flatMap((at) => publication.files[at] ?? []);
    const staged = new Set(namesIn(this.folder));
    const lacking = absent.find((file) => partsOf(file).some(({ hash }) => !staged.has(hash)));
    if (lacking) return lacking.name;
    for (const file of absent.filter(({ parts }) => parts)) if (!this.#join(file)) return file.name;
    // Two names may have the same bytes, so what was moved under one is copied for the other.
    const moved = new Map<string, string>();
    for (const { name, hash } of absent.filter(({ parts }) => !parts)) {
      const target = path.join(this.#distDir, name);
      const before = moved.get(hash);
      if (before === undefined) renameSync(path.join(this.folder, hash), target);
      else this.#replace(target, readFileSync(before));
      moved.set(hash, target);
    }
    return undefined;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Indexes of the files that are not there. What was published from elsewhere is known by its list, what was built here is read. */
  #absent(files: Publication['files']): number[] {
    const known = knownHashes(this.#distDir);
    return [...files.entries()].flatMap(([at, { name, bytes, hash }]) => {
      const file = path.join(this.#distDir, name);
      const isThere =
        statSync(file, { throwIfNoEntry: false })?.size === bytes &&
        (known.get(name) ?? contentHash(readFileSync(file))) === hash;
      return isThere ? [] : [at];
    });
  }

  /** Stages those of the wanted parts that these files have. */
  async #takeParts(
    wanted: ReadonlySet<string>,
    names: readonly string[],
    staged: Set<string>,
  ): Promise<void> {
    for (const name of names) {
      const file = path.join(this.#distDir, name);
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= WHOLE_MAX_BYTES) continue;
      const content = readFileSync(file);
      let at = 0;
      for (const { bytes, hash } of await contentParts(content)) {
        const part = content.subarray(at, at + bytes);
        at += bytes;
        if (!wanted.has(hash) || staged.has(hash)) continue;
        this.#write(hash, part);
        staged.add(hash);
      }
    }
  }

  #join(file: PublishedFile): boolean {
    const sum = createHash('sha256');
    const partial = this.#partial();
    const joined = openSync(partial, 'w');
    try {
      for (const { hash } of partsOf(file)) {
        const content = readFileSync(path.join(this.folder, hash));
        sum.update(content);
        writeFileSync(joined, content);
      }
    } finally {
      closeSync(joined);
    }
    if (sum.digest('base64url').slice(0, 22) !== file.hash) return false;
    renameSync(partial, path.join(this.#distDir, file.name));
    return true;
  }

  /** A file appears whole: whoever sends the same once more, by another process, is in nobody's way. */
  #write(name: string, content: string | Uint8Array): void {
    this.#replace(path.join(this.folder, name), content);
  }

  #replace(target: string, content: string | Uint8Array): void {
    const partial = this.#partial();
    try {
      writeFileSync(partial, content);
    } catch (error) {
      // A full disk needs every byte of what it did take.
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

/** The last that was read: it has some megabytes, and is asked for with each of its parts. */
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

/** By file, of the releases that came from elsewhere; the newest says it. */
function knownHashes(distDir: string): Map<string, string> {
  const known = new Map<string, string>();
  for (const { name } of listReleases(distDir).records.toReversed())
    for (const file of filesOfRelease(distDir, name)) if (file.hash !== '-') known.set(file.name, file.hash);
  return known;
}
