import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { HOUR_MS } from '../shared/duration.ts';
import { UPLOADS_FOLDER } from './dist-folder.ts';
import {
  contentHash,
  type Part,
  type Publication,
  partLength,
  partsOf,
  publicationSchema,
} from './publication.ts';
import { filesOfRelease } from './publish.ts';
import { listReleases } from './release-record.ts';

/** So many publications are on their way at a time; one that nobody goes on with is forgotten. */
const STAGED_MAX = 4;
const FORGOTTEN_MS = 24 * HOUR_MS;
const PUBLICATION_FILE = 'publication.json';
/** Files looked at side by side. */
const AT_ONCE = 16;

/** A publication on its way: a folder of parts, each under its hash. None of it has an address. */
export class Staging {
  readonly folder: string;
  readonly #distDir: string;

  private constructor(distDir: string, id: string) {
    this.#distDir = distDir;
    this.folder = path.join(distDir, UPLOADS_FOLDER, id);
  }

  /** Made again by the same publisher, it goes on where it was. `undefined`: too many are on their way. */
  static async begin(distDir: string, id: string, publication: Publication): Promise<Staging | undefined> {
    const staging = new Staging(distDir, id);
    await forgetOld(path.join(distDir, UPLOADS_FOLDER));
    const others = (await namesIn(path.join(distDir, UPLOADS_FOLDER))).filter((name) => name !== id);
    if (others.length >= STAGED_MAX) return undefined;
    await mkdir(staging.folder, { recursive: true });
    await utimes(staging.folder, new Date(), new Date());
    await staging.#write(PUBLICATION_FILE, JSON.stringify(publication));
    return staging;
  }

  /** One that has begun. */
  static async open(
    distDir: string,
    id: string,
  ): Promise<{ staging: Staging; publication: Publication } | undefined> {
    if (!/^[0-9a-f]{32}$/.test(id)) return undefined;
    const staging = new Staging(distDir, id);
    try {
      const text = await readFile(path.join(staging.folder, PUBLICATION_FILE), 'utf8');
      return { staging, publication: publicationSchema.parse(JSON.parse(text)) };
    } catch {
      return undefined;
    }
  }

  /** Index and part of what neither the dist folder has nor was sent. */
  async missing({ files }: Publication): Promise<[file: number, part: number][]> {
    const known = knownHashes(this.#distDir);
    const staged = new Set(await namesIn(this.folder));
    const lacking = await mapped(files, async ([name, bytes, hash], at): Promise<[number, number][]> => {
      if (await this.#isThere(name, bytes, hash, known)) return [];
      const parts = Array.from({ length: partsOf(bytes) }, (_, part) => part);
      return parts.filter((part) => !staged.has(partName(hash, part))).map((part) => [at, part]);
    });
    return lacking.flat();
  }

  /** Keeps a part; false for what is not of this publication, or not what its hash says. */
  async keep({ files }: Publication, { file, part, content }: Part): Promise<boolean> {
    const [, bytes, hash] = files[file] ?? [];
    if (bytes === undefined || hash === undefined || part >= partsOf(bytes)) return false;
    if (content.byteLength !== partLength(bytes, part)) return false;
    // The hash of a file of several parts is looked at when all of them are there.
    if (partsOf(bytes) === 1 && contentHash(content) !== hash) return false;
    await this.#write(partName(hash, part), content);
    return true;
  }

  /**
   * Moves what was sent to where builds write; nothing refers to it yet. The dist folder is locked meanwhile. Resolves
   * with the first file that is not there, or whose parts are not what its hash says: those are to be sent again.
   */
  async moveIn(publication: Publication): Promise<string | undefined> {
    const missing = new Set((await this.missing(publication)).map(([file]) => file));
    const [first] = missing;
    if (first !== undefined) return publication.files[first]?.[0];
    const staged = new Set(await namesIn(this.folder));
    // Two names may have the same bytes, so what is moved under one is copied for the other.
    const moved = new Map<string, string>();
    for (const [name, bytes, hash] of publication.files) {
      if (!staged.has(partName(hash, 0))) continue;
      const target = path.join(this.#distDir, name);
      if (partsOf(bytes) > 1) {
        if (!(await this.#joinParts(target, bytes, hash))) return name;
      } else {
        const before = moved.get(hash);
        if (before === undefined) await rename(path.join(this.folder, partName(hash, 0)), target);
        else await this.#replace(target, await readFile(before));
        moved.set(hash, target);
      }
    }
    return undefined;
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** The file has these bytes. What was published from elsewhere is known by its list, what was built here is read. */
  async #isThere(
    name: string,
    bytes: number,
    hash: string,
    known: ReadonlyMap<string, string>,
  ): Promise<boolean> {
    const file = path.join(this.#distDir, name);
    const found = await stat(file).catch(() => undefined);
    if (found?.size !== bytes) return false;
    const listed = known.get(name);
    if (listed !== undefined) return listed === hash;
    return contentHash(await readFile(file)) === hash;
  }

  async #joinParts(target: string, bytes: number, hash: string): Promise<boolean> {
    const parts = Array.from({ length: partsOf(bytes) }, (_, part) =>
      path.join(this.folder, partName(hash, part)),
    );
    const partial = path.join(this.folder, 'joined');
    async function* contents() {
      for (const part of parts) yield* createReadStream(part);
    }
    await pipeline(contents, createWriteStream(partial));
    if ((await hashOfFile(partial)) !== hash) {
      for (const part of parts) await rm(part, { force: true });
      return false;
    }
    await rename(partial, target);
    for (const part of parts) await rm(part, { force: true });
    return true;
  }

  /** A file appears whole: whoever sends the same once more, by another process, is in nobody's way. */
  async #write(name: string, content: string | Uint8Array): Promise<void> {
    await this.#replace(path.join(this.folder, name), content);
  }

  async #replace(target: string, content: string | Uint8Array): Promise<void> {
    sequence += 1;
    const partial = path.join(this.folder, `.${process.pid}-${sequence}`);
    await writeFile(partial, content);
    await rename(partial, target);
  }
}

let sequence = 0;

const partName = (hash: string, part: number) => `${hash}.${part}`;

/** Whether the disk has room for what is missing, with a tenth of a gigabyte to spare for everybody else. */
export async function hasRoomFor(distDir: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(distDir);
  return bavail * bsize > bytes + SPARED_BYTES;
}
const SPARED_BYTES = 100 << 20;

async function hashOfFile(file: string): Promise<string> {
  const { createHash } = await import('node:crypto');
  const made = createHash('sha256');
  await pipeline(createReadStream(file), made);
  return made.digest('base64url').slice(0, 22);
}

/** By file, of the releases that came from elsewhere; the newest says it. */
function knownHashes(distDir: string): Map<string, string> {
  const known = new Map<string, string>();
  for (const { name } of listReleases(distDir).records.toReversed())
    for (const file of filesOfRelease(distDir, name)) if (file.hash !== '-') known.set(file.name, file.hash);
  return known;
}

async function forgetOld(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    const found = await stat(path.join(folder, name)).catch(() => undefined);
    // Also what a clock that was set back has left in the future.
    if (found && Math.abs(Date.now() - found.mtimeMs) > FORGOTTEN_MS)
      await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** In the order of what is given, a few at a time. */
async function mapped<Item, Result>(
  items: readonly Item[],
  work: (item: Item, at: number) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const left = items.entries();
  const worker = async () => {
    for (const [at, item] of left) results[at] = await work(item, at);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
