import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  MANIFEST_FILE,
  MANIFEST_FORMAT,
  type Manifest,
  manifestFiles,
  manifestSchema,
} from '../../model/manifest.ts';
import { SITE_FILE } from '../../releases/dist-folder.ts';
import { builtFor, contentHash, type Publication } from '../../releases/publication.ts';
import { listReleases } from '../../releases/release-record.ts';

/** Files read side by side. */
const AT_ONCE = 8;

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
      fault: `The release in ${distDir} is of another version (format ${MANIFEST_FORMAT} is wanted): build it anew.`,
    };
  const names = [...new Set(manifestFiles(manifest))];
  const missing = names.find(
    (name) => !statSync(path.join(distDir, name), { throwIfNoEntry: false })?.isFile(),
  );
  if (missing !== undefined) return { fault: `The release in ${distDir} lacks ${missing}: build it anew.` };
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

async function hashed(distDir: string, names: readonly string[]): Promise<Publication['files']> {
  const files = new Array<Publication['files'][number]>(names.length);
  const left = names.entries();
  const worker = async () => {
    for (const [at, name] of left) {
      const content = await readFile(path.join(distDir, name));
      files[at] = [name, content.byteLength, contentHash(content)];
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
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
