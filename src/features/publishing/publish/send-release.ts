import { open } from 'node:fs/promises';
import path from 'node:path';
import { BATCH_BYTES, type FilePart, listParts } from '../publications/publication.ts';
import type { BegunPublication, Publication } from '../publications/publication-operations.ts';
import type { PublishError, PublishingServer } from './publishing-server.ts';

export interface SentRelease {
  release: string;
  pages: number;
  /** Number of files in the release. */
  files: number;
  /** Number of files that the server lacked. */
  sentFiles: number;
}

/** Is called while a release is sent. */
export interface SendProgress {
  /** Before the first file. `filesInRelease` also counts the files that the server has already. */
  begin(fileCount: number, bytesToSend: number, filesInRelease: number): void;
  sent(bytes: number): void;
}

/** Two requests at a time keep the line busy while the server writes. */
const PARALLEL_REQUESTS = 2;
/** How often files are sent before giving up on a server that loses them. */
const ROUNDS_MAX = 3;

type SendResult = { sent: SentRelease; error?: never } | { sent?: never; error: PublishError };

/**
 * Sends each server the files that it lacks, then makes all servers switch. Files that arrived before an interruption
 * aren't sent again. If a server refuses the release before the switch, no server switches, and the result of the others
 * is `undefined`.
 */
export async function sendToAll(
  distDir: string,
  publication: Publication,
  servers: readonly PublishingServer[],
  progress: SendProgress,
): Promise<(SendResult | undefined)[]> {
  const transfers = servers.map((server) => createTransfer(server, distDir, publication, progress));
  for (const transfer of transfers) {
    const error = await transfer.send();
    if (error) return transfers.map((item) => (item === transfer ? { error } : undefined));
  }
  return Promise.all(transfers.map((transfer) => transfer.switchOver()));
}

/** The transfer of a release to one server. */
function createTransfer(
  server: PublishingServer,
  distDir: string,
  publication: Publication,
  progress: SendProgress,
) {
  const { files } = publication;
  const sentFiles = new Set<number>();
  /**
   * The release that the server served when the first round began. If someone else publishes meanwhile, the server refuses the
   * switch, because its release is no longer this one.
   */
  let firstBase: string | undefined;
  let id = '';

  /** Sends all files that the server lacks. */
  async function send(): Promise<PublishError | undefined> {
    const { answer, error: beginError } = await server.begin(publication);
    if (beginError) return beginError;
    const { base, missing } = answer;
    id = answer.publication;
    firstBase ??= base;
    for (const [file] of missing) sentFiles.add(file);
    const bytes = missing.reduce((sum, part) => sum + measurePart(files, part), 0);
    progress.begin(new Set(missing.map(([file]) => file)).size, bytes, files.length);
    const error = await sendParts(missing);
    // The server no longer has this publication. The switch will fail as incomplete, which starts another round.
    return error?.code === 'not-found' ? undefined : error;
  }

  async function switchOver(): Promise<SendResult> {
    for (let round = 1; ; round += 1) {
      const { answer, error } = await server.switchTo(id, firstBase ?? '');
      if (answer) return { sent: { ...answer, files: files.length, sentFiles: sentFiles.size } };
      if (error.code !== 'incomplete' || round === ROUNDS_MAX) return { error };
      const sendError = await send();
      if (sendError) return { error: sendError };
    }
  }

  /** Stops at the first error and resolves with it. */
  async function sendParts(missing: readonly MissingPart[]): Promise<PublishError | undefined> {
    let firstError: PublishError | undefined;
    // Shared by all senders, so that each batch is sent once.
    const batches = groupIntoBatches(files, missing).values();
    const sendBatches = async () => {
      for (const batch of batches) {
        if (firstError) return;
        const parts = await Promise.all(batch.map((part) => readPart(distDir, files, part)));
        const { error } = await server.send(id, parts);
        firstError ??= error;
        progress.sent(parts.reduce((sum, { content }) => sum + content.byteLength, 0));
      }
    };
    await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, sendBatches));
    return firstError;
  }

  return { send, switchOver };
}

type MissingPart = BegunPublication['missing'][number];

function measurePart(files: Publication['files'], [fileIndex, partIndex]: MissingPart): number {
  const file = files[fileIndex];
  return (file && listParts(file)[partIndex]?.bytes) ?? 0;
}

function groupIntoBatches(files: Publication['files'], missing: readonly MissingPart[]): MissingPart[][] {
  const batches: MissingPart[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const part of missing) {
    const length = measurePart(files, part);
    if (bytes + length > BATCH_BYTES) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(part);
    bytes += length;
  }
  return batches;
}

async function readPart(
  distDir: string,
  files: Publication['files'],
  [fileIndex, partIndex]: MissingPart,
): Promise<FilePart> {
  const file = files[fileIndex];
  if (file === undefined) throw new Error("The server asked for a file that isn't in the release.");
  const before = listParts(file).slice(0, partIndex);
  const start = before.reduce((sum, { bytes }) => sum + bytes, 0);
  const length = measurePart(files, [fileIndex, partIndex]);
  const handle = await open(path.join(distDir, file.name));
  try {
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, start);
    return { file: fileIndex, part: partIndex, content: buffer };
  } finally {
    await handle.close();
  }
}
