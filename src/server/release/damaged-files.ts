import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { listManifestFiles, readLiveManifest } from '../../model/manifest.ts';
import { hashContent } from '../../releases/content-hash.ts';
import { hasNamedContent } from '../../releases/named-content.ts';
import { listReleaseFiles } from '../../releases/publish.ts';
import { listReleases } from '../../releases/release-record.ts';
import { describeReason } from '../../shared/reason.ts';
import { readRegularFile } from '../../shared/regular-file.ts';
import { verifyBody } from './damaged-file.ts';
import { loadRelease } from './load-release.ts';
import type { Variant } from './release.ts';

/**
 * Reads every file of the published release and verifies it by its hash, which is in the manifest, in the file list of
 * the publication, or in the file's name. The search index is also checked by SQLite, because in
 * releases of earlier versions it has no such hash. Returns one sentence for each damaged file.
 */
export async function findDamagedFiles(dist: string): Promise<string[]> {
  const manifest = readLiveManifest(dist);
  const { release } = await loadRelease({ folder: dist, https: false });
  if (!manifest || !release) return [];
  const problemsByFile = new Map<string, string>();
  const checkedFiles = new Set<string>();
  const check = async (file: string, verify: (content: Buffer) => Promise<void>) => {
    if (checkedFiles.has(file)) return;
    checkedFiles.add(file);
    try {
      await verify(await readRegularFile(file));
    } catch (error) {
      problemsByFile.set(file, describeReason(error));
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
  for (const name of listManifestFiles(manifest)) {
    const hash = hashes.get(name) ?? '-';
    await check(path.resolve(dist, name), async (content) => {
      const isSearch = name === manifest.search;
      const isRight = hasNamedContent(name, content) && (hash === '-' || hashContent(content) === hash);
      if (!isRight) throw new Error(`${name} was altered`);
      if (isSearch) checkDatabase(path.resolve(dist, name));
    });
  }
  return [...problemsByFile].map(([file, reason]) =>
    reason.includes(path.basename(file)) ? reason : `${path.relative(dist, file)}: ${reason}.`,
  );
}

function checkDatabase(file: string): void {
  using database = new DatabaseSync(file, { readOnly: true });
  const result = database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check;
  if (result !== 'ok') throw new Error(`the search index is damaged: ${String(result)}`);
}
