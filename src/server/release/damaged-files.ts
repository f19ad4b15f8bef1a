import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { manifestFiles, readManifest } from '../../model/manifest.ts';
import { hashContent } from '../../releases/content-parts.ts';
import { hasNamedContent } from '../../releases/named-content.ts';
import { listReleaseFiles } from '../../releases/publish.ts';
import { listReleases } from '../../releases/release-record.ts';
import { reasonOf } from '../../shared/reason.ts';
import { verifyBody } from './damaged-file.ts';
import { loadRelease } from './load-release.ts';
import type { Variant } from './release.ts';

/**
 * Reads every file of the published release and compares it with what the build wrote: by the hash in the manifest, by
 * the hash in the list of a publication, or by the one in its name; the search index by SQLite's own check. One sentence
 * for each file that is damaged.
 */
export async function damagedFiles(dist: string): Promise<string[]> {
  const manifest = readManifest(dist);
  const { release } = await loadRelease({ folder: dist, https: false });
  if (!manifest || !release) return [];
  const damaged = new Map<string, string>();
  const checked = new Set<string>();
  const check = async (file: string, look: (content: Buffer) => Promise<void>) => {
    if (checked.has(file)) return;
    checked.add(file);
    try {
      await look(await readFile(file));
    } catch (error) {
      damaged.set(file, reasonOf(error));
    }
  };
  for (const entry of release.entries.values()) {
    if ('make' in entry) continue;
    for (const encoding of ['identity', 'br', 'gzip'] as const) {
      const variant: Variant | undefined = entry.variants[encoding];
      if (variant) await check(variant.file, (content) => verifyBody(entry, encoding, content));
    }
  }
  const { live } = listReleases(dist);
  const hashes = new Map(
    (live ? listReleaseFiles(dist, live.name) : []).map(({ name, hash }) => [name, hash]),
  );
  for (const name of manifestFiles(manifest)) {
    const hash = hashes.get(name) ?? '-';
    await check(path.resolve(dist, name), async (content) => {
      const isSearch = name === manifest.search;
      const isRight =
        hash === '-' ? isSearch || hasNamedContent(name, content) : hashContent(content) === hash;
      if (!isRight) throw new Error(`${name} was altered`);
      if (isSearch) checkDatabase(path.resolve(dist, name));
    });
  }
  return [...damaged].map(([file, reason]) =>
    reason.includes(path.basename(file)) ? reason : `${path.relative(dist, file)}: ${reason}.`,
  );
}

function checkDatabase(file: string): void {
  using database = new DatabaseSync(file, { readOnly: true });
  const result = database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check;
  if (result !== 'ok') throw new Error(`the search index is damaged: ${String(result)}`);
}
