import { open } from 'node:fs/promises';
import path from 'node:path';
import {
  BATCH_BYTES,
  type BegunPublication,
  type Part,
  type Publication,
  partsOf,
} from '../../releases/publication.ts';
import type { PublishingServer, Refusal } from './publishing-server.ts';

interface SentRelease {
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

/** Sends what the server lacks, and has it switch. What it has from an interrupted try does not travel again. */
export async function sendRelease(
  distDir: string,
  publication: Publication,
  server: PublishingServer,
  progress: SendProgress,
): Promise<{ sent: SentRelease } | { refusal: Refusal }> {
  const { files } = publication;
  const sentFiles = new Set<number>();
  let base: string | undefined;
  let refusal: Refusal = { code: 'incomplete', message: 'Nothing was sent.' };
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = await server.begin(publication);
    if (begun.refusal) return begun;
    const { publication: id, missing } = begun.answer;
    // Of the first round: who publishes meanwhile is told of to whoever comes second.
    base ??= begun.answer.base;
    for (const [file] of missing) sentFiles.add(file);
    const bytes = missing.reduce((sum, part) => sum + lengthOf(files, part), 0);
    progress.begin(new Set(missing.map(([file]) => file)).size, bytes, files.length);
    const failed = await sendAll(distDir, publication, { id, missing, server, progress });
    if (failed && failed.code !== 'not-found') return { refusal: failed };
    const switched = await server.switchTo(id, base);
    if (switched.answer)
      return { sent: { ...switched.answer, files: files.length, sentFiles: sentFiles.size } };
    refusal = switched.refusal;
    if (refusal.code !== 'incomplete') return { refusal };
  }
  return { refusal };
}

interface Sending extends Pick<BegunPublication, 'missing'> {
  id: string;
  server: PublishingServer;
  progress: SendProgress;
}

/** Resolves with the first refusal, after which nothing more is sent. */
async function sendAll(
  distDir: string,
  { files }: Publication,
  { id, missing, server, progress }: Sending,
): Promise<Refusal | undefined> {
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
