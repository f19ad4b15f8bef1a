import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  MANIFEST_FILE,
  MANIFEST_FORMAT,
  type Manifest,
  manifestFiles,
  manifestSchema,
} from '../../model/manifest.ts';
import { contentHash, contentParts, WHOLE_MAX_BYTES } from '../../releases/content-parts.ts';
import { SITE_FILE } from '../../releases/dist-folder.ts';
import { builtFor, type Publication } from '../../releases/publication.ts';
import { listReleases } from '../../releases/release-record.ts';

/** A built release as it is told to a server, with the hash of each of its files; or why it cannot be. */
export async function readRelease(
  distDir: string,
  droppedGroups: readonly string[],
): Promise<{ publication: Publication } | { fault: string }> {
  const text = readOrNothing(path.join(distDir, MANIFEST_FILE));
  const siteJson = readOrNothing(path.join(distDir, SITE_FILE));
  if (text === undefined || siteJson === undefined)
    return { fault: `There is no release in ${distDir}: build one, or name its folder.` };
  const manifest = manifestOf(text);
  const { live } = listReleases(distDir);
  if (!manifest || !live)
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
      ...builtFor(live.engine),
      audienceRules: live.audienceRules,
      manifest: text,
      siteJson,
      origin: live.origin,
      files: await hashed(distDir, names),
      droppedGroups: [...droppedGroups],
    },
  };
}

/** In step: there is nothing else to do, and many asynchronous calls take several times as long. */
async function hashed(distDir: string, names: readonly string[]): Promise<Publication['files']> {
  const files: Publication['files'] = [];
  for (const name of names) {
    const content = readFileSync(path.join(distDir, name));
    const file = { name, bytes: content.byteLength, hash: contentHash(content) };
    files.push(content.byteLength > WHOLE_MAX_BYTES ? { ...file, parts: await contentParts(content) } : file);
  }
  return files;
}

function manifestOf(text: string): Manifest | undefined {
  try {
    return manifestSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function readOrNothing(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
