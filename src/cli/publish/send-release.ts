import { open } from 'node:fs/promises';
import path from 'node:path';
import type { BegunPublication, Publication } from '../../model/api/publications.ts';
import { BATCH_BYTES, type Part, partsOf } from '../../releases/publication.ts';
import type { PublishingServer, Refusal } from './publishing-server.ts';

export interface SentRelease {
  release: string;
  pages: number;
  /** Of the release. */
  files: number;
  /** Those that travelled. */
  sentFiles: number;
}

/** Told as it goes on. */
export interface SendProgress {
  begin(files: number, bytes: number, of: number): void;
  sent(bytes: number): void;
}

/** As much as keeps the line busy while the server writes. */
const SIDE_BY_SIDE = 2;
/** What got lost on the way, or was removed there, is sent again so often. */
const ROUNDS = 3;

type Sent = { sent: SentRelease; refusal?: never } | { sent?: never; refusal: Refusal };

/**
 * Sends what each server lacks, and has it switch. What it has from an interrupted try does not travel again. Machines
 * with disks of their own switch together, when each of them has all of it: where one refuses it before that, none
 * does, and `undefined` is what came of the others.
 */
export async function sendToAll(
  distDir: string,
  publication: Publication,
  servers: readonly PublishingServer[],
  progress: SendProgress,
): Promise<(Sent | undefined)[]> {
  const all = servers.map((server) => new Sending(distDir, publication, server, progress));
  for (const sending of all) {
    const refusal = await sending.send();
    if (refusal) return all.map((each) => (each === sending ? { refusal } : undefined));
  }
  return Promise.all(all.map((sending) => sending.switchOver()));
}

/** A release on its way to one server. */
class Sending {
  readonly #distDir: string;
  readonly #publication: Publication;
  readonly #server: PublishingServer;
  readonly #progress: SendProgress;
  readonly #sentFiles = new Set<number>();
  /** Of the first round: who publishes meanwhile is told of to whoever comes second. */
  #base: string | undefined;
  #id = '';

  constructor(distDir: string, publication: Publication, server: PublishingServer, progress: SendProgress) {
    this.#distDir = distDir;
    this.#publication = publication;
    this.#server = server;
    this.#progress = progress;
  }

  /** All that is missing there. */
  async send(): Promise<Refusal | undefined> {
    const { files } = this.#publication;
    const begun = await this.#server.begin(this.#publication);
    if (begun.refusal) return begun.refusal;
    const { publication, base, missing } = begun.answer;
    this.#id = publication;
    this.#base ??= base;
    for (const [file] of missing) this.#sentFiles.add(file);
    const bytes = missing.reduce((sum, part) => sum + lengthOf(files, part), 0);
    this.#progress.begin(new Set(missing.map(([file]) => file)).size, bytes, files.length);
    const refusal = await this.#sendParts(missing);
    // Somebody has removed it there: the switch says so, and it is begun again.
    return refusal?.code === 'not-found' ? undefined : refusal;
  }

  async switchOver(): Promise<Sent> {
    for (let round = 1; ; round += 1) {
      const { answer, refusal } = await this.#server.switchTo(this.#id, this.#base ?? '');
      const { files } = this.#publication;
      if (answer) return { sent: { ...answer, files: files.length, sentFiles: this.#sentFiles.size } };
      if (refusal.code !== 'incomplete' || round === ROUNDS) return { refusal };
      const failed = await this.send();
      if (failed) return { refusal: failed };
    }
  }

  /** Resolves with the first refusal, after which nothing more is sent. */
  async #sendParts(missing: readonly Missing[]): Promise<Refusal | undefined> {
    const { files } = this.#publication;
    let refusal: Refusal | undefined;
    const batches = inBatches(files, missing).values();
    const sender = async () => {
      for (const batch of batches) {
        if (refusal) return;
        const parts = await Promise.all(batch.map((part) => readPart(this.#distDir, files, part)));
        const said = await this.#server.send(this.#id, parts);
        refusal ??= said.refusal;
        this.#progress.sent(parts.reduce((sum, { content }) => sum + content.byteLength, 0));
      }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, sender));
    return refusal;
  }
}

type Missing = BegunPublication['missing'][number];

function lengthOf(files: Publication['files'], [file, part]: Missing): number {
  const named = files[file];
  return (named && partsOf(named)[part]?.bytes) ?? 0;
}

function inBatches(files: Publication['files'], missing: readonly Missing[]): Missing[][] {
  const batches: Missing[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const part of missing) {
    const length = lengthOf(files, part);
    if (bytes + length > BATCH_BYTES) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(part);
    bytes += length;
  }
  return batches;
}

async function readPart(distDir: string, files: Publication['files'], [file, part]: Missing): Promise<Part> {
  const named = files[file];
  if (named === undefined) throw new Error('The server asks for a file that is none.');
  const before = partsOf(named).slice(0, part);
  const start = before.reduce((sum, { bytes }) => sum + bytes, 0);
  const length = lengthOf(files, [file, part]);
  const handle = await open(path.join(distDir, named.name));
  try {
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, start);
    return { file, part, content: buffer };
  } finally {
    await handle.close();
  }
}
