import { createHash } from 'node:crypto';
import { createWriteStream, readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { HOUR_MS } from '../shared/duration.ts';
import { contentHash, contentParts, WHOLE_MAX_BYTES } from './content-parts.ts';
import { UPLOADS_FOLDER } from './dist-folder.ts';
import {
  type Part,
  type Publication,
  type PublishedFile,
  partsOf,
  publicationSchema,
} from './publication.ts';
import { filesOfRelease } from './publish.ts';
import { listReleases } from './release-record.ts';

/** So many publications are on their way at a time; one that nobody goes on with is forgotten. */
const STAGED_MAX = 4;
const FORGOTTEN_MS = 24 * HOUR_MS;
const PUBLICATION_FILE = 'publication.json';
/** Files looked at before other work gets its turn. */
const BATCH = 200;

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

  /**
   * Index and part of what neither the dist folder has nor was sent. Parts of large files are looked for in those of the
   * release that is served: its search index, for one, has most pages of the next one.
   */
  async missing({ files }: Publication, live?: readonly string[]): Promise<[file: number, part: number][]> {
    const absent = await this.#absent(files);
    const staged = new Set(await namesIn(this.folder));
    if (live && absent.some((at) => files[at]?.parts)) {
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
  async keep({ files }: Publication, { file, part, content }: Part): Promise<boolean> {
    const named = files[file];
    const wanted = named && partsOf(named)[part];
    if (wanted === undefined || contentHash(content) !== wanted.hash) return false;
    await this.#write(wanted.hash, content);
    return true;
  }

  /**
   * Moves what was sent to where builds write; nothing refers to it yet. The dist folder is locked meanwhile. Resolves
   * with the first file that is not there whole, which is to be sent again.
   */
  async moveIn(publication: Publication): Promise<string | undefined> {
    const absent = (await this.#absent(publication.files)).flatMap((at) => publication.files[at] ?? []);
    const staged = new Set(await namesIn(this.folder));
    const lacking = absent.find((file) => partsOf(file).some(({ hash }) => !staged.has(hash)));
    if (lacking) return lacking.name;
    for (const file of absent.filter(({ parts }) => parts)) if (!(await this.#join(file))) return file.name;
    // Two names may have the same bytes, so what was moved under one is copied for the other.
    const moved = new Map<string, string>();
    for (const { name, hash } of absent.filter(({ parts }) => !parts)) {
      const target = path.join(this.#distDir, name);
      const before = moved.get(hash);
      if (before === undefined) await rename(path.join(this.folder, hash), target);
      else await this.#replace(target, await readFile(before));
      moved.set(hash, target);
    }
    return undefined;
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /**
   * Indexes of the files that are not there. What was published from elsewhere is known by its list, what was built here
   * is read. In step, as releases are measured: many asynchronous calls take several times as long.
   */
  async #absent(files: Publication['files']): Promise<number[]> {
    const known = knownHashes(this.#distDir);
    const absent: number[] = [];
    for (const [at, { name, bytes, hash }] of files.entries()) {
      if (at % BATCH === BATCH - 1) await setImmediate();
      const file = path.join(this.#distDir, name);
      const isThere =
        statSync(file, { throwIfNoEntry: false })?.size === bytes &&
        (known.get(name) ?? contentHash(readFileSync(file))) === hash;
      if (!isThere) absent.push(at);
    }
    return absent;
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
      const content = await readFile(file);
      let at = 0;
      for (const { bytes, hash } of await contentParts(content)) {
        const part = content.subarray(at, at + bytes);
        at += bytes;
        if (!wanted.has(hash) || staged.has(hash)) continue;
        await this.#write(hash, part);
        staged.add(hash);
      }
    }
  }

  async #join(file: PublishedFile): Promise<boolean> {
    const partial = path.join(this.folder, 'joined');
    const parts = partsOf(file).map(({ hash }) => path.join(this.folder, hash));
    async function* contents() {
      for (const part of parts) yield await readFile(part);
    }
    const sum = createHash('sha256');
    await pipeline(
      contents,
      async function* (chunks) {
        for await (const chunk of chunks) {
          sum.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(partial),
    );
    if (sum.digest('base64url').slice(0, 22) !== file.hash) return false;
    await rename(partial, path.join(this.#distDir, file.name));
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

/** Whether the disk has room for what is missing, with a tenth of a gigabyte to spare for everybody else. */
export async function hasRoomFor(distDir: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(distDir);
  return bavail * bsize > bytes + SPARED_BYTES;
}
const SPARED_BYTES = 100 << 20;

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
