import { z } from 'zod';
import type { Publication, PublishedFile } from '../model/api/publications.ts';
import { AUDIENCE_RULES } from '../model/audience.ts';
import { MANIFEST_FORMAT, type Manifest, manifestFiles } from '../model/manifest.ts';
import { readJson } from '../shared/json.ts';
import { type ContentPart, WHOLE_MAX_BYTES } from './content-parts.ts';

/**
 * How a release travels to a server that serves it: what it is made of is said at once, the server answers what it
 * lacks, that is sent in parts, and then the server switches. Both sides are this program, of the same version.
 */
const PROTOCOL = 1;

/** Of what is sent at a time, before it is compressed: below the 1 MB that proxies take unless told otherwise. */
export const BATCH_BYTES = 896 * 1024;

/** Of what a build and a server must have in common, as this program has it. */
export const builtFor = (engine: string) => ({
  ...{ protocol: PROTOCOL, engine, format: MANIFEST_FORMAT, audienceRules: AUDIENCE_RULES },
});

type BuiltFor = ReturnType<typeof builtFor>;

const differences = {
  protocol: 'publishes in another way',
  format: 'was built in another format',
  audienceRules: 'was built by other rules for audiences',
  engine: 'was built by another version',
} as const satisfies Record<keyof BuiltFor, string>;

/** Why a server does not take what was built elsewhere; nothing where both are alike. */
export function refusedFor(theirs: BuiltFor, ours: BuiltFor): string | undefined {
  for (const name of ['protocol', 'format', 'audienceRules', 'engine'] as const)
    if (theirs[name] !== ours[name])
      return `This release ${differences[name]} (${theirs[name]}) than this server has (${ours[name]}). Build and serve with the same version.`;
  return undefined;
}

/** What is wrong with the list of files; nothing where it says of each file what the manifest does. */
export function listProblem(manifest: Manifest, files: Publication['files']): string | undefined {
  const listed = new Map(files.map((file) => [file.name, file]));
  if (listed.size !== files.length) return 'The list of files has one twice.';
  const named = new Set(manifestFiles(manifest));
  const missing = [...named].find((name) => !listed.has(name));
  if (missing !== undefined) return `The list of files lacks ${missing}.`;
  const surplus = files.find(({ name }) => !named.has(name));
  if (surplus) return `The manifest does not name ${surplus.name}.`;
  const torn = files.find((file) => {
    const sum = partsOf(file).reduce((bytes, part) => bytes + part.bytes, 0);
    return sum !== file.bytes || (file.parts === undefined && file.bytes > WHOLE_MAX_BYTES);
  });
  if (torn) return `The parts of ${torn.name} are not all of it.`;
  const other = manifest.entries.find(({ file, hash, bytes }) => {
    const line = listed.get(file);
    return line?.hash !== hash || line.bytes !== bytes;
  });
  return other && `The manifest says something else of ${other.file} than the list of files.`;
}

/** What of a file travels by itself: parts of a large one, else all of it. */
export function partsOf({ bytes, hash, parts }: PublishedFile): readonly ContentPart[] {
  return parts ?? [{ bytes, hash }];
}

export interface Part {
  /** Index in the list of files. */
  file: number;
  part: number;
  content: Uint8Array;
}

const HEADER_BYTES = 4;
/** Lists of some 10,000 parts; a batch of the smallest files has 1,000. */
const HEAD_MAX_BYTES = 256 * 1024;
const headSchema = z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative(), z.int().nonnegative()]));

/** Length of the head, the head as JSON (file, part, bytes of each), and then the bytes of all. */
export function packParts(parts: readonly Part[]): Buffer {
  const head = Buffer.from(
    JSON.stringify(parts.map(({ file, part, content }) => [file, part, content.byteLength])),
  );
  const length = Buffer.alloc(HEADER_BYTES);
  length.writeUInt32BE(head.byteLength);
  return Buffer.concat([length, head, ...parts.map(({ content }) => content)]);
}

/** Nothing for what is not packed like that. */
export function unpackParts(packed: Buffer): Part[] | undefined {
  if (packed.byteLength < HEADER_BYTES) return undefined;
  let at = HEADER_BYTES + packed.readUInt32BE();
  if (at > HEADER_BYTES + HEAD_MAX_BYTES) return undefined;
  const { data } = headSchema.safeParse(readJson(packed.subarray(HEADER_BYTES, at).toString()));
  if (!data) return undefined;
  const parts = data.map(([file, part, bytes]) => {
    at += bytes;
    return { file, part, content: packed.subarray(at - bytes, at) };
  });
  return at === packed.byteLength ? parts : undefined;
}
