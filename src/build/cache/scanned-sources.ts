import path from 'node:path';
import { resolveEngineModule } from '../../shared/engine-dir.ts';
import type { BuildCache } from './build-cache.ts';
import { type Import, scanImports } from './scan-imports.ts';
import { fingerprintFile } from './seen-files.ts';

interface Source {
  file: string;
  hash: string;
  readText(): string;
}

interface ScannedSource {
  imports: readonly Import[];
  /** Whether this process used it. Otherwise the file may have changed since. */
  isUsed: boolean;
}

/** Imports by name and hash of a file, found by this process or by an earlier one. */
const scannedByKey = new Map<string, ScannedSource>();
const SOURCES_MAX = 4_000;
let hasNewScans = false;
const NAME = 'imports';

/** The imports of a file. It is read only if its imports aren't stored: see `loadStoredImports`. */
export function readImports(source: Source): readonly Import[] {
  const key = `${path.basename(source.file)} ${source.hash}`;
  const scannedSource = scannedByKey.get(key);
  if (scannedSource) {
    scannedSource.isUsed = true;
    return scannedSource.imports;
  }
  const imports = scanSource(source);
  if (scannedByKey.size >= SOURCES_MAX) scannedByKey.clear();
  scannedByKey.set(key, { imports, isUsed: true });
  hasNewScans = true;
  return imports;
}

function scanSource({ file, readText }: Source): readonly Import[] {
  if (path.basename(file) !== 'package.json') return scanImports(file, readText());
  const packageJson: Record<string, object | undefined> = JSON.parse(readText());
  const lists = [packageJson.dependencies, packageJson.optionalDependencies, packageJson.peerDependencies];
  const names = lists.flatMap((list) => Object.keys(list ?? {}));
  return names.map((specifier) => ({ specifier, kind: 'package' }));
}

/**
 * Loads the imports that the last build found. Scanning the program's thousand files takes 5 % of a build after an
 * edit.
 */
export function loadStoredImports(cache: BuildCache): void {
  const record: { scanner?: string; imports?: [string, Import[]][] } = JSON.parse(
    cache.readMetadata(NAME) ?? '{}',
  );
  if (record.scanner !== hashScanner()) return;
  for (const [key, imports] of record.imports ?? [])
    if (!scannedByKey.has(key)) scannedByKey.set(key, { imports, isUsed: false });
}

/** Stores the imports for the next builds, if this one has found any. */
export function storeImports(cache: BuildCache): void {
  if (!hasNewScans) return;
  const imports = [...scannedByKey].flatMap(([key, scannedSource]) =>
    scannedSource.isUsed ? [[key, scannedSource.imports]] : [],
  );
  cache.storeMetadata(NAME, JSON.stringify({ scanner: hashScanner(), imports }));
  hasNewScans = false;
}

/** Another version of the scanner, or of what it uses, may find other imports. */
function hashScanner(): string {
  const modules = [
    'build/cache/scan-imports',
    'build/bundle/file-references',
    'shared/path-pattern',
    'shared/code-parts',
  ];
  return modules.map((name) => fingerprintFile(resolveEngineModule(name)).hash).join(' ');
}
