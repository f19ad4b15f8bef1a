import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readManifest } from '../model/manifest.ts';
import { listFolder, RELEASES_FOLDER } from './dist-folder.ts';

/** Where it was built from, as far as git knows. */
const origin = z.strictObject({
  commit: z.string().max(64).optional(),
  /** Of the commit. */
  author: z.string().max(200).optional(),
  /** First line of its message. */
  subject: z.string().max(500).optional(),
  /** There were changes that no commit has. */
  isChanged: z.boolean().optional(),
});

const paths = z.strictObject({ count: z.int(), paths: z.array(z.string()) });

/** By path; at most so many of each are named, all are counted. */
const pageChanges = z.strictObject({
  added: paths,
  changed: paths,
  moved: z.strictObject({
    count: z.int(),
    paths: z.array(z.strictObject({ from: z.string(), to: z.string() })),
  }),
  removed: paths,
});

export const RECORD_FORMAT = 1;

const releaseRecord = z.strictObject({
  format: z.literal(RECORD_FORMAT),
  /** Also the name of its folder. */
  name: z.string().regex(/^[\w-]+$/),
  /** Later ones have higher numbers, whatever the clock says. */
  number: z.int(),
  /** That of its manifest. */
  build: z.string(),
  publishedAt: z.iso.datetime(),
  /** Who published it, where that was not a build on this machine: name of a deploy token. */
  by: z.string().optional(),
  /** Version of the program that built it. */
  engine: z.string(),
  audienceRules: z.int(),
  origin,
  pages: z.int(),
  /** Against the release that was served before; absent where there was none. */
  changes: pageChanges.optional(),
});

export const releaseOrigin = origin;
export type ReleaseRecord = z.infer<typeof releaseRecord>;
export type ReleaseOrigin = z.infer<typeof origin>;
export type PageChanges = z.infer<typeof pageChanges>;

export const RECORD_FILE = 'release.json';
/** What a release is made of, a line for each file: hash (`-` where nobody knows it), bytes, name. */
export const FILES_FILE = 'files.txt';

export function releaseFolder(distDir: string, name: string): string {
  return path.join(distDir, RELEASES_FOLDER, name);
}

interface KeptReleases {
  /** The newest first. */
  records: ReleaseRecord[];
  /** The one that is served, if it is one of them. */
  live: ReleaseRecord | undefined;
}

/** Every release that is kept in a dist folder. */
export function listReleases(distDir: string): KeptReleases {
  const records = listFolder(path.join(distDir, RELEASES_FOLDER)).flatMap((name) => {
    const record = readRecord(distDir, name);
    return record === undefined ? [] : [record];
  });
  const build = readManifest(distDir)?.build;
  return {
    records: records.sort((a, b) => b.number - a.number),
    live: records.find((record) => record.build === build),
  };
}

/** `undefined` for what is no release of ours. */
function readRecord(distDir: string, name: string): ReleaseRecord | undefined {
  try {
    const text = readFileSync(path.join(releaseFolder(distDir, name), RECORD_FILE), 'utf8');
    const { data } = releaseRecord.safeParse(JSON.parse(text));
    return data?.name === name ? data : undefined;
  } catch {
    return undefined;
  }
}
