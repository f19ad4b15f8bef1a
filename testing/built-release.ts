import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { manifestSchema } from '../src/model/manifest.ts';
import { makeContentFolders } from '../src/releases/dist-folder.ts';
import { publish } from '../src/releases/publish.ts';
import { listReleases, type ReleaseRecord } from '../src/releases/release-record.ts';
import { type FixtureRelease, publishRelease } from './release.ts';

/** A release of fixtures as a build leaves it: files where builds put them, and a record beside those before. */
export async function buildRelease(dist: string, release: FixtureRelease = {}): Promise<ReleaseRecord> {
  mkdirSync(dist, { recursive: true });
  makeContentFolders(dist);
  await publishRelease(dist, release);
  for (const name of readdirSync(path.join(dist, 'files')))
    renameSync(path.join(dist, 'files', name), path.join(dist, 'data', name));
  const text = readFileSync(path.join(dist, 'manifest.json'), 'utf8').replaceAll('"files/', '"data/');
  publish(dist, { manifest: manifestSchema.parse(JSON.parse(text)), siteJson: '{}' }, { keep: 5 });
  const { live } = listReleases(dist);
  if (!live) throw new Error('nothing was published');
  return live;
}
