import path from 'node:path';
import { engineModule } from '../../shared/engine-dir.ts';
import type { BuildCache } from './build-cache.ts';
import { type Import, scanImports } from './scan-imports.ts';
import { lookAtFile } from './seen-files.ts';

interface Source {
  file: string;
  hash: string;
  text(): string;
}

interface Scanned {
  imports: readonly Import[];
  /** By this process: the rest is of files that have changed since. */
  isAsked: boolean;
}

/** What files of these names and hashes import, found by this process or by an earlier one. */
const known = new Map<string, Scanned>();
const SOURCES_MAX = 4_000;
let isMore = false;
const NAME = 'imports';

/** What a file names. It is read only where nobody has found out before: see `recallImports`. */
export function importsIn(source: Source): readonly Import[] {
  const key = `${path.basename(source.file)} ${source.hash}`;
  const found = known.get(key);
  if (found) {
    found.isAsked = true;
    return found.imports;
  }
  const imports = scanSource(source);
  if (known.size >= SOURCES_MAX) known.clear();
  known.set(key, { imports, isAsked: true });
  isMore = true;
  return imports;
}

function scanSource({ file, text }: Source): readonly Import[] {
  if (path.basename(file) !== 'package.json') return scanImports(file, text());
  const described: Record<string, object | undefined> = JSON.parse(text());
  const lists = [described.dependencies, described.optionalDependencies, described.peerDependencies];
  const names = lists.flatMap((list) => Object.keys(list ?? {}));
  return names.map((specifier) => ({ specifier, kind: 'package' }));
}

/** Takes what the last build found: to look through the thousand files of the program is a twentieth of one edit's time. */
export function recallImports(cache: BuildCache): void {
  const stored: { scanner?: string; imports?: [string, Import[]][] } = JSON.parse(
    cache.metadata(NAME) ?? '{}',
  );
  if (stored.scanner !== scannerHash()) return;
  for (const [key, imports] of stored.imports ?? [])
    if (!known.has(key)) known.set(key, { imports, isAsked: false });
}

/** For the builds to come, where this one has found something. */
export function keepImports(cache: BuildCache): void {
  if (!isMore) return;
  const imports = [...known].flatMap(([key, scanned]) => (scanned.isAsked ? [[key, scanned.imports]] : []));
  cache.storeMetadata(NAME, JSON.stringify({ scanner: scannerHash(), imports }));
  isMore = false;
}

/** Another one may find something else. */
function scannerHash(): string {
  return lookAtFile(engineModule('build/cache/scan-imports')).hash;
}
