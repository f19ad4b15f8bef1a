import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { MANIFEST_FILE } from '../../config/constants.ts';
import type { Publication } from '../../model/api/publications.ts';
import { MANIFEST_FORMAT, manifestFiles, manifestSchema } from '../../model/manifest.ts';
import { hashContent, splitIntoParts, WHOLE_MAX_BYTES } from '../../releases/content-parts.ts';
import { SITE_FILE } from '../../releases/dist-folder.ts';
import { describeCompatibility } from '../../releases/publication.ts';
import { listReleases, releaseFolder } from '../../releases/release-record.ts';
import { callOf } from '../../shared/call-of.ts';
import { textIfPresent } from '../../shared/if-present.ts';
import { readJson } from '../../shared/json.ts';
import { didYouMean } from '../../shared/near-name.ts';

/** What the publisher says is no mistake. */
interface MeantChanges {
  droppedGroups?: readonly string[];
  /** How many pages and files more people may read. */
  widenedPages?: number;
}

/**
 * A built release as it is told to a server, with the hash of each of its files; or why it cannot be. `name`: of one that
 * is kept there; that which was built last unless said.
 */
export async function readRelease(
  distDir: string,
  { droppedGroups = [], widenedPages = 0 }: MeantChanges,
  name?: string,
): Promise<{ publication: Publication } | { fault: string }> {
  const { records, live } = listReleases(distDir);
  const record = name === undefined ? live : records.find((each) => each.name === name);
  if (name !== undefined && record === undefined) {
    const near = didYouMean(
      name,
      records.map((each) => each.name),
    );
    return { fault: `There is no release "${name}" in ${distDir}.${near} Look with: ${callOf('releases')}` };
  }
  const folder = name === undefined ? distDir : releaseFolder(distDir, name);
  const text = textIfPresent(path.join(folder, MANIFEST_FILE));
  const siteJson = textIfPresent(path.join(folder, SITE_FILE));
  if (text === undefined || siteJson === undefined)
    return { fault: `There is no release in ${distDir}: build one, or name its folder.` };
  const manifest = manifestSchema.safeParse(readJson(text)).data;
  if (!manifest || !record)
    return {
      fault: `The release in ${distDir} is of another version (format ${MANIFEST_FORMAT} is wanted): build it again.`,
    };
  const names = [...new Set(manifestFiles(manifest))];
  const missing = names.find(
    (name) => !statSync(path.join(distDir, name), { throwIfNoEntry: false })?.isFile(),
  );
  if (missing !== undefined) return { fault: `The release in ${distDir} lacks ${missing}: build it again.` };
  return {
    publication: {
      ...describeCompatibility(record.engine),
      audienceRules: record.audienceRules,
      manifest: text,
      siteJson,
      origin: record.origin,
      files: await hashed(distDir, names),
      droppedGroups: [...droppedGroups],
      ...(widenedPages > 0 && { widenedPages }),
    },
  };
}

/** In step: there is nothing else to do, and many asynchronous calls take several times as long. */
async function hashed(distDir: string, names: readonly string[]): Promise<Publication['files']> {
  const files: Publication['files'] = [];
  for (const name of names) {
    const content = readFileSync(path.join(distDir, name));
    const file = { name, bytes: content.byteLength, hash: hashContent(content) };
    files.push(
      content.byteLength > WHOLE_MAX_BYTES ? { ...file, parts: await splitIntoParts(content) } : file,
    );
  }
  return files;
}
