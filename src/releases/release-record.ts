import path from 'node:path';
import { z } from 'zod';
import { pageChanges, releaseOrigin } from '../model/api/releases.ts';
import { readLiveManifest } from '../model/manifest.ts';
import { listFolder, readTextIfPresent } from '../shared/if-present.ts';
import { readJson } from '../shared/json.ts';
import { RELEASES_FOLDER } from './dist-folder.ts';

export const RECORD_FORMAT = 1;

const releaseRecord = z.strictObject({
  format: z.literal(RECORD_FORMAT),
  /** The release's name, which is also the name of its folder. */
  name: z.string().regex(/^[\w-]+$/),
  /** Later releases have higher numbers, whatever the clock says. */
  number: z.int(),
  /** Build id of the release's manifest. */
  build: z.string(),
  publishedAt: z.iso.datetime(),
  /** Name of the deploy token that published it; absent for a build on this machine. */
  by: z.string().optional(),
  /** Version of Gatehouse that built it. */
  engine: z.string(),
  audienceRules: z.int(),
  origin: releaseOrigin,
  pages: z.int(),
  /** Changes compared with the previous release; absent if there was none. */
  changes: pageChanges.optional(),
});

export type ReleaseRecord = z.infer<typeof releaseRecord>;
export type ReleaseOrigin = z.infer<typeof releaseOrigin>;
export type PageChanges = z.infer<typeof pageChanges>;

export const RECORD_FILE = 'release.json';
/** List of the files of a release, one per line: hash (`-` if unknown), size in bytes, name. */
export const FILES_FILE = 'files.txt';

/** The folder of a release that is kept, by its name. */
export function resolveReleaseFolder(distDir: string, name: string): string {
  return path.join(distDir, RELEASES_FOLDER, name);
}

/** Lists the releases in a dist folder, newest first. `live` is the one that is served. */
export function listReleases(distDir: string): {
  records: ReleaseRecord[];
  live: ReleaseRecord | undefined;
} {
  const records = listRecords(distDir);
  const build = readLiveManifest(distDir)?.build;
  return { records, live: records.find((record) => record.build === build) };
}

/** Lists the records of all stored releases, newest first. */
export function listRecords(distDir: string): ReleaseRecord[] {
  return listFolder(path.join(distDir, RELEASES_FOLDER))
    .flatMap((name) => readRecord(distDir, name) ?? [])
    .sort((a, b) => b.number - a.number);
}

/** Returns `undefined` if the folder doesn't contain a valid release. */
function readRecord(distDir: string, name: string): ReleaseRecord | undefined {
  const text = readTextIfPresent(path.join(resolveReleaseFolder(distDir, name), RECORD_FILE));
  const { data } = releaseRecord.safeParse(readJson(text));
  return data?.name === name ? data : undefined;
}
