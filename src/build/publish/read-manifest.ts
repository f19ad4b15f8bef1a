import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Manifest, manifestSchema } from '../manifest.ts';

export const MANIFEST_FILE = 'manifest.json';

/** The manifest of the release that is served; undefined where there is none or it is not one of ours. */
export function readManifest(distDir: string): Manifest | undefined {
  const text = readManifestText(distDir);
  if (text === undefined) return undefined;
  try {
    return manifestSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export function readManifestText(distDir: string): string | undefined {
  try {
    return readFileSync(path.join(distDir, MANIFEST_FILE), 'utf8');
  } catch {
    return undefined;
  }
}

/** Every file that a manifest names, relative to its folder. */
export function manifestFiles(manifest: Manifest): string[] {
  const files = manifest.entries.flatMap((entry) => [entry.file, ...Object.values(entry.encodings)]);
  files.push(...Object.values(manifest.templates));
  if (manifest.search !== undefined) files.push(manifest.search);
  return files;
}
