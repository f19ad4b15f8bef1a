import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Manifest } from '../manifest.ts';
import { collectGarbage } from './collect-garbage.ts';
import { PARTIAL_FOLDER } from './content-file.ts';
import { MANIFEST_FILE, manifestFiles, readManifest } from './read-manifest.ts';

export interface Release {
  manifest: Manifest;
  /** Content of `site.json`. */
  siteJson: string;
}

/**
 * Makes a release the current one. All its files lie in the dist folder already; renaming the manifest into
 * place is the moment from which it is served. Files of the release before stay, since a server may still be
 * answering from them; older ones go.
 */
export function publish(distDir: string, { manifest, siteJson }: Release): { manifestText: string } {
  const previous = readManifest(distDir);
  const manifestText = JSON.stringify(manifest);
  replaceFile(distDir, 'site.json', siteJson);
  replaceFile(distDir, MANIFEST_FILE, manifestText);
  const keep = new Set(manifestFiles(manifest));
  if (previous) for (const file of manifestFiles(previous)) keep.add(file);
  collectGarbage(distDir, keep);
  return { manifestText };
}

/** After a build that came to nothing: its files go, those of the release that is served stay. */
export function withdraw(distDir: string): void {
  const current = readManifest(distDir);
  collectGarbage(distDir, new Set(current ? manifestFiles(current) : []));
}

/** The bytes are on the disk before the name points to them, also when the power fails. */
function replaceFile(distDir: string, name: string, content: string): void {
  const partial = path.join(distDir, PARTIAL_FOLDER, `${process.pid}-${name}`);
  const descriptor = openSync(partial, 'w');
  try {
    // One write may take less than all of it when the disk is filling up; the next one then says so.
    const bytes = Buffer.from(content);
    for (let done = 0; done < bytes.byteLength; ) done += writeSync(descriptor, bytes, done);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(partial, path.join(distDir, name));
}
