import path from 'node:path';
import { z } from 'zod';
import { pageChanges, releaseOrigin } from '../model/api/releases.ts';
import { readManifest } from '../model/manifest.ts';
import { namesIn, textIfPresent } from '../shared/if-present.ts';
import { readJson } from '../shared/json.ts';
import { RELEASES_FOLDER } from './dist-folder.ts';

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
  origin: releaseOrigin,
  pages: z.int(),
  /** Against the release that was served before; absent where there was none. */
  changes: pageChanges.optional(),
});

export type ReleaseRecord = z.infer<typeof releaseRecord>;
export type ReleaseOrigin = z.infer<typeof releaseOrigin>;
export type PageChanges = z.infer<typeof pageChanges>;

export const RECORD_FILE = 'release.json';
/** What a release is made of, a line for each file: hash (`-` where nobody knows it), bytes, name. */
export const FILES_FILE = 'files.txt';

export function releaseFolder(distDir: string, name: string): string {
  return path.join(distDir, RELEASES_FOLDER, name);
}

/** Every release that is kept in a dist folder. `live`: the one that is served, if it is one of them. */
export function listReleases(distDir: string): {
  records: ReleaseRecord[];
  live: ReleaseRecord | undefined;
} {
  const records = listRecords(distDir);
  const build = readManifest(distDir)?.build;
  return { records, live: records.find((record) => record.build === build) };
}

/** The newest first. */
export function listRecords(distDir: string): ReleaseRecord[] {
  return namesIn(path.join(distDir, RELEASES_FOLDER))
    .flatMap((name) => readRecord(distDir, name) ?? [])
    .sort((a, b) => b.number - a.number);
}

/** `undefined` for what is no release of ours. */
function readRecord(distDir: string, name: string): ReleaseRecord | undefined {
  const text = textIfPresent(path.join(releaseFolder(distDir, name), RECORD_FILE));
  const { data } = releaseRecord.safeParse(readJson(text));
  return data?.name === name ? data : undefined;
}
