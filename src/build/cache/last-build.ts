import type { Problem } from '../../shared/problem.ts';
import { shortHash } from '../hashing.ts';
import { listContentFiles } from '../publish/collect-garbage.ts';
import { manifestFiles, readManifest, readManifestText } from '../publish/read-manifest.ts';
import type { BuildCache } from './build-cache.ts';
import { entriesInPlace } from './output-ledger.ts';
import { hashFile } from './read-tree.ts';

/** What the last build of this docs folder read and published. */
export interface LastBuild {
  /** See `inputsFingerprint`. */
  inputs: string;
  /** Files outside the fingerprinted folders that articles depend on → hash. */
  outside: Record<string, string>;
  manifestHash: string;
  /** Warnings, which are told again. */
  problems: Problem[];
  pages: number;
}

const FACT = 'last-build';

/** The last build, if building again would give the very same release and that one is published and whole. */
export function stillCurrent(cache: BuildCache, distDir: string, inputs: string): LastBuild | undefined {
  const text = cache.fact(FACT);
  if (text === undefined) return undefined;
  const last: LastBuild = JSON.parse(text);
  if (last.inputs !== inputs) return undefined;
  for (const [file, hash] of Object.entries(last.outside)) if (hashFile(file) !== hash) return undefined;
  const published = readManifestText(distDir);
  if (published === undefined || shortHash(published) !== last.manifestHash) return undefined;
  const manifest = readManifest(distDir);
  const present = listContentFiles(distDir);
  if (!manifest || !entriesInPlace(distDir, manifest.entries, present)) return undefined;
  return manifestFiles(manifest).every((file) => present.has(file)) ? last : undefined;
}

export function rememberBuild(cache: BuildCache, last: LastBuild): void {
  cache.storeFact(FACT, JSON.stringify(last));
}
