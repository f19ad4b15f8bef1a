import { z } from 'zod';
import { AUDIENCE_RULES } from '../../../model/audience.ts';
import { listManifestFiles, MANIFEST_FORMAT, type Manifest } from '../../../model/manifest.ts';
import { classifyFileName, hasNameOfHash } from '../../../releases/named-content.ts';
import { readJson } from '../../../shared/json.ts';
import { type ContentPart, WHOLE_MAX_BYTES } from './content-parts.ts';
import type { Publication, PublishedFile } from './publication-operations.ts';

/**
 * Version of the protocol that sends a release to another server: the client sends the list of files, the server
 * answers which parts it lacks, the client sends those, and the server switches to the new release. Both sides are this
 * program, in the same version.
 */
const PROTOCOL = 1;

/** Uncompressed size of one request: below the 1 MB that proxies accept by default. */
export const BATCH_BYTES = 896 * 1024;

/** The versions that must be equal in a build and in the server that it is published to. */
interface Compatibility {
  protocol: number;
  /** Version of Gatehouse. */
  engine: string;
  format: number;
  audienceRules: number;
}

/** Returns the versions of this program; `engine` is the version of the program that built the release. */
export const describeCompatibility = (engine: string) =>
  ({
    protocol: PROTOCOL,
    engine,
    format: MANIFEST_FORMAT,
    audienceRules: AUDIENCE_RULES,
  }) satisfies Compatibility;

const differences = {
  protocol: 'uses a different publishing protocol',
  format: 'has a different manifest format',
  audienceRules: 'uses different audience rules',
  engine: 'was built by a different version',
} as const satisfies Record<keyof Compatibility, string>;

/** Returns why this server can't accept a release that was built elsewhere, or `undefined` if it can. */
export function explainIncompatibility(theirs: Compatibility, ours: Compatibility): string | undefined {
  for (const name of ['protocol', 'format', 'audienceRules', 'engine'] as const)
    if (theirs[name] !== ours[name])
      return `This release ${differences[name]}: ${theirs[name]}, but this server needs ${ours[name]}. Build and serve with the same version of Gatehouse.`;
  return undefined;
}

/** Returns what is wrong with the list of files, or `undefined` if it agrees with the manifest. */
export function findListProblem(manifest: Manifest, files: Publication['files']): string | undefined {
  const filesByName = new Map(files.map((file) => [file.name, file]));
  if (filesByName.size !== files.length) return 'The list of files contains a file twice.';
  const manifestNames = new Set(listManifestFiles(manifest));
  const missing = [...manifestNames].find((name) => !filesByName.has(name));
  if (missing !== undefined) return `The list of files lacks ${missing}.`;
  const surplus = files.find(({ name }) => !manifestNames.has(name));
  if (surplus) return `The list of files contains ${surplus.name}, which isn't in the manifest.`;
  const misnamedFile = files.find(({ name, hash }) => !hasFittingName(name, hash, manifest));
  if (misnamedFile) return `The name of ${misnamedFile.name} doesn't fit its content.`;
  const incompleteFile = files.find((file) => {
    const sum = listParts(file).reduce((bytes, part) => bytes + part.bytes, 0);
    return sum !== file.bytes || (file.parts === undefined && file.bytes > WHOLE_MAX_BYTES);
  });
  if (incompleteFile) return `The parts of ${incompleteFile.name} are incomplete.`;
  const differingEntry = manifest.entries.find(({ file, hash, bytes }) => {
    const line = filesByName.get(file);
    return line?.hash !== hash || line.bytes !== bytes;
  });
  return differingEntry && `The manifest and the list of files disagree about ${differingEntry.file}.`;
}

/**
 * Whether builds give this name to a file with this content. Other names are refused: with the name of a file of the
 * served release, a publication would replace that file before it is checked.
 */
function hasFittingName(name: string, hash: string, { search }: Manifest): boolean {
  switch (classifyFileName(name)) {
    case 'content':
      return hasNameOfHash(name, hash);
    case 'plain-content':
      return true;
    case 'inputs':
      return name === search;
    case undefined:
      return false;
  }
}

/** Lists the parts in which a file is sent: a small file is a single part. */
export function listParts({ bytes, hash, parts }: PublishedFile): readonly ContentPart[] {
  return parts ?? [{ bytes, hash }];
}

/** A part of a file in a request that sends a release. `part` is its index in the file. */
export interface FilePart {
  /** Index in the list of files. */
  file: number;
  part: number;
  content: Uint8Array;
}

const HEADER_BYTES = 4;
/** Enough for about 10,000 parts; a batch of the smallest files has 1,000. */
const HEAD_MAX_BYTES = 256 * 1024;
const headSchema = z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative(), z.int().nonnegative()]));

/**
 * Packs parts into one request body: the length of the head in 4 bytes, the head as JSON (file, part and size of each),
 * and then the content of all parts.
 */
export function packParts(parts: readonly FilePart[]): Buffer {
  const head = Buffer.from(
    JSON.stringify(parts.map(({ file, part, content }) => [file, part, content.byteLength])),
  );
  const length = Buffer.alloc(HEADER_BYTES);
  length.writeUInt32BE(head.byteLength);
  return Buffer.concat([length, head, ...parts.map(({ content }) => content)]);
}

/** Returns `undefined` if the body isn't in the format of `packParts`. */
export function unpackParts(packedParts: Buffer): FilePart[] | undefined {
  if (packedParts.byteLength < HEADER_BYTES) return undefined;
  let at = HEADER_BYTES + packedParts.readUInt32BE();
  if (at > HEADER_BYTES + HEAD_MAX_BYTES) return undefined;
  const { data } = headSchema.safeParse(readJson(packedParts.subarray(HEADER_BYTES, at).toString()));
  if (!data) return undefined;
  const parts = data.map(([file, part, bytes]) => {
    at += bytes;
    return { file, part, content: packedParts.subarray(at - bytes, at) };
  });
  return at === packedParts.byteLength ? parts : undefined;
}
