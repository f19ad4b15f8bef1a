import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { MANIFEST_FILE } from '../../../config/constants.ts';
import { listManifestFiles, MANIFEST_FORMAT, manifestSchema } from '../../../model/manifest.ts';
import { hashContent } from '../../../releases/content-hash.ts';
import { SITE_FILE } from '../../../releases/dist-folder.ts';
import { listReleases, resolveReleaseFolder } from '../../../releases/release-record.ts';
import { formatCommand } from '../../../shared/call-of.ts';
import { readTextIfPresent } from '../../../shared/if-present.ts';
import { readJson } from '../../../shared/json.ts';
import { didYouMean } from '../../../shared/near-name.ts';
import { splitIntoParts, WHOLE_MAX_BYTES } from '../publications/content-parts.ts';
import { describeCompatibility } from '../publications/publication.ts';
import type { Publication } from '../publications/publication-operations.ts';

/** Changes that the server would refuse if the publisher didn't allow them. */
interface AllowedChanges {
  droppedGroups?: readonly string[];
  /** Number of pages and files that more people can read than before. */
  widenedPages?: number;
}

/**
 * Reads a release for publication, with the hash of each of its files. Returns an error if that isn't possible. `name`
 * selects an earlier release of the folder; without it, the release that was built last is read.
 */
export async function readRelease(
  distDir: string,
  { droppedGroups = [], widenedPages = 0 }: AllowedChanges,
  name?: string,
): Promise<{ publication: Publication } | { error: string }> {
  const { records, live } = listReleases(distDir);
  const record = name === undefined ? live : records.find((candidate) => candidate.name === name);
  if (name !== undefined && record === undefined) {
    const suggestion = didYouMean(
      name,
      records.map((item) => item.name),
    );
    return {
      error: `${distDir} has no release "${name}".${suggestion} To list its releases, run: ${formatCommand('releases')}`,
    };
  }
  const folder = name === undefined ? distDir : resolveReleaseFolder(distDir, name);
  const manifestText = readTextIfPresent(path.join(folder, MANIFEST_FILE));
  const siteJson = readTextIfPresent(path.join(folder, SITE_FILE));
  if (manifestText === undefined || siteJson === undefined)
    return {
      error: `${distDir} has no release. Run "${formatCommand('build')}" first, or name the folder of a build.`,
    };
  const manifest = manifestSchema.safeParse(readJson(manifestText)).data;
  if (!manifest || !record)
    return {
      error: `The release in ${distDir} was built by another version of Gatehouse: its format isn't ${MANIFEST_FORMAT}. Build it again.`,
    };
  const names = [...new Set(listManifestFiles(manifest))];
  const missing = names.find(
    (name) => !statSync(path.join(distDir, name), { throwIfNoEntry: false })?.isFile(),
  );
  if (missing !== undefined)
    return { error: `The file ${missing} is missing from ${distDir}. Build the release again.` };
  return {
    publication: {
      ...describeCompatibility(record.engine),
      audienceRules: record.audienceRules,
      manifest: manifestText,
      siteJson,
      origin: record.origin,
      files: await hashFiles(distDir, names),
      droppedGroups: [...droppedGroups],
      ...(widenedPages > 0 && { widenedPages }),
    },
  };
}

/** Reads synchronously: the command has nothing else to do, and asynchronous calls take several times as long. */
async function hashFiles(distDir: string, names: readonly string[]): Promise<Publication['files']> {
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
