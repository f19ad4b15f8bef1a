import { open } from 'node:fs/promises';
import path from 'node:path';
import type { BegunPublication, Publication } from '../../model/api/publications.ts';
import { BATCH_BYTES, listParts, type Part } from '../../releases/publication.ts';
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
  const all = servers.map((server) => sendingTo(server, distDir, publication, progress));
  for (const sending of all) {
    const refusal = await sending.send();
    if (refusal) return all.map((each) => (each === sending ? { refusal } : undefined));
  }
  return Promise.all(all.map((sending) => sending.switchOver()));
}

/** A release on its way to one server. */
function sendingTo(
  server: PublishingServer,
  distDir: string,
  publication: Publication,
  progress: SendProgress,
) {
  const { files } = publication;
  const sentFiles = new Set<number>();
  /** Of the first round: who publishes meanwhile is told of to whoever comes second. */
  let firstBase: string | undefined;
  let id = '';

  /** All that is missing there. */
  async function send(): Promise<Refusal | undefined> {
    const begun = await server.begin(publication);
    if (begun.refusal) return begun.refusal;
    const { base, missing } = begun.answer;
    id = begun.answer.publication;
    firstBase ??= base;
    for (const [file] of missing) sentFiles.add(file);
    const bytes = missing.reduce((sum, part) => sum + lengthOf(files, part), 0);
    progress.begin(new Set(missing.map(([file]) => file)).size, bytes, files.length);
    const refusal = await sendParts(missing);
    // Somebody has removed it there: the switch says so, and it is begun again.
    return refusal?.code === 'not-found' ? undefined : refusal;
  }

  async function switchOver(): Promise<Sent> {
    for (let round = 1; ; round += 1) {
      const { answer, refusal } = await server.switchTo(id, firstBase ?? '');
      if (answer) return { sent: { ...answer, files: files.length, sentFiles: sentFiles.size } };
      if (refusal.code !== 'incomplete' || round === ROUNDS) return { refusal };
      const failed = await send();
      if (failed) return { refusal: failed };
    }
  }

  /** Resolves with the first refusal, after which nothing more is sent. */
  async function sendParts(missing: readonly Missing[]): Promise<Refusal | undefined> {
    let refusal: Refusal | undefined;
    const batches = inBatches(files, missing).values();
    const sender = async () => {
      for (const batch of batches) {
        if (refusal) return;
        const parts = await Promise.all(batch.map((part) => readPart(distDir, files, part)));
        const said = await server.send(id, parts);
        refusal ??= said.refusal;
        progress.sent(parts.reduce((sum, { content }) => sum + content.byteLength, 0));
      }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, sender));
    return refusal;
  }

  return { send, switchOver };
}

type Missing = BegunPublication['missing'][number];

function lengthOf(files: Publication['files'], [file, part]: Missing): number {
  const named = files[file];
  return (named && listParts(named)[part]?.bytes) ?? 0;
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
  const before = listParts(named).slice(0, part);
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
