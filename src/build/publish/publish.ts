import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import {
  MANIFEST_FILE,
  MANIFEST_FORMAT,
  type Manifest,
  manifestFiles,
  readManifest,
} from '../../model/manifest.ts';
import { shortHash } from '../hashing.ts';
import { writeContentFile } from './content-file.ts';
import { listContentFiles, listFolder, PARTIAL_FOLDER, SITE_FILE } from './dist-folder.ts';

type ManifestParts = Omit<Manifest, 'format' | 'build' | 'languages'> & {
  languages: readonly (Omit<Manifest['languages'][number], 'templates'> & {
    /** HTML by name. */
    templates: Readonly<Record<string, string>>;
  })[];
};

/** The manifest of a release. The same parts give the same bytes, in whatever order they came. */
export function assembleManifest(distDir: string, { search, ...parts }: ManifestParts): Manifest {
  const written = (templates: Readonly<Record<string, string>>) => {
    const files = Object.entries(templates).map(([name, html]) => {
      const page = { folder: 'pages', stem: name, extension: '.html', content: Buffer.from(html) } as const;
      // The server fills templates in and compresses nothing, so the compressed variants stay unnamed.
      return [name, writeContentFile(distDir, page, { effort: 'none' }).file] as const;
    });
    return Object.fromEntries(files.sort());
  };
  const content: Omit<Manifest, 'build'> = {
    format: MANIFEST_FORMAT,
    basePath: parts.basePath,
    entries: parts.entries.toSorted((a, b) => (a.url < b.url ? -1 : 1)),
    redirects: parts.redirects.toSorted((a, b) => (a.from < b.from ? -1 : 1)),
    scriptHashes: parts.scriptHashes,
    styleHashes: parts.styleHashes,
    languages: parts.languages.map(({ tag, path, templates, texts }) => ({
      tag,
      path,
      templates: written(templates),
      texts,
    })),
    ...(parts.groups === undefined ? {} : { groups: parts.groups }),
    ...(parts.publicPages === undefined ? {} : { publicPages: parts.publicPages }),
    ...(parts.views === undefined ? {} : { views: parts.views }),
    search,
  };
  return { ...content, build: shortHash(JSON.stringify(content)).slice(0, 12) };
}

/**
 * Makes a release the current one. All its files lie in the dist folder already; renaming the manifest into
 * place is the moment from which it is served. Files of the release before stay, since a server may still be
 * answering from them; older ones go.
 */
export function publish(
  distDir: string,
  { manifest, siteJson }: { manifest: Manifest; siteJson: string },
): { manifestText: string } {
  const previous = readManifest(distDir);
  const manifestText = JSON.stringify(manifest);
  replaceFile(distDir, SITE_FILE, siteJson);
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

/** Removes content-named files that no kept release names, and what killed builds left half written. */
function collectGarbage(distDir: string, keep: ReadonlySet<string>): void {
  const unused = [...listContentFiles(distDir)].filter((file) => !keep.has(file));
  const partial = listFolder(path.join(distDir, PARTIAL_FOLDER)).map((name) => `${PARTIAL_FOLDER}/${name}`);
  for (const file of [...unused, ...partial]) rmSync(path.join(distDir, file), { force: true });
}
