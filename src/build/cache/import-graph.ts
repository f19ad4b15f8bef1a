import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { findDoorFile } from '../../config/doors.ts';
import { sourceDir } from '../../shared/engine-dir.ts';
import { listImportRoots } from '../../shared/import-roots.ts';
import { getPackageName } from '../../shared/missing-packages.ts';
import { listModuleFiles } from '../../shared/module-files.ts';
import { findPathOnDisk } from '../../shared/path-on-disk.ts';
import { holdsSite, splitPathPattern } from '../../shared/path-pattern.ts';
import { isWithin } from '../../shared/site-boundary.ts';
import { computeShortHash } from '../hashing.ts';
import { listScannedFiles, type Scan } from '../styles/scans.ts';
import { findMatchingFiles, listFilesBelow } from './glob-imports.ts';
import { type Import, scanImports } from './scan-imports.ts';
import { readImports } from './scanned-sources.ts';
import { ABSENT, fingerprintFile } from './seen-files.ts';

export interface ImportGraphOptions {
  /** Absolute path. Files in it have the same name wherever the folder is. */
  siteDir?: string;
  /** Sources of modules without a file, by the names that others import. */
  virtual?: Readonly<Record<string, string>>;
  /** Folders by the prefix that a site's imports may use for them: see `Aliases`. */
  aliases?: Readonly<Record<string, string>>;
  /** Reads a file; `undefined` if it doesn't exist. */
  read?: (file: string) => Uint8Array | undefined;
}

/** A module, a style sheet, or the `package.json` of a package, which represents the whole package. */
interface Node {
  /** Name of the module, equal in every copy of the engine and of the site. */
  name: string;
  hash: string;
  /** Ids of the modules that it needs: absolute files, or names of virtual modules. */
  needs: readonly string[];
}

/**
 * The state of the inputs of a build, to compare later: the hash of a file, whether a folder exists (`…/`), the names
 * in a folder (`…/*`), or the files that a scan finds (`scan:…`).
 */
export type Fingerprints = Readonly<Record<string, string>>;

const PRESENT = '+';

/**
 * Finds all code that runs when a module does: its imports, including those that load later or in a thread of their
 * own, the imports of these, and all packages by their installed version. Each file is read once.
 */
export class ImportGraph {
  readonly #siteDir: string | undefined;
  readonly #virtual: Readonly<Record<string, string>>;
  readonly #aliases: readonly (readonly [string, string])[];
  /** Folders in which imports that start with `/` are looked up. */
  readonly #roots: readonly string[];
  readonly #readFingerprint: typeof fingerprintFile;
  readonly #nodes = new Map<string, Node>();
  /** Paths of `package.json` by package and folder of the importing module. */
  readonly #packages = new Map<string, string | undefined>();
  readonly #unread = new Map<string, Uint8Array>();
  readonly #lists = new Map<string, readonly string[]>();
  readonly #fingerprints = new Map<string, string>();

  constructor({ siteDir, virtual = {}, aliases = {}, read }: ImportGraphOptions = {}) {
    this.#siteDir = siteDir;
    this.#virtual = virtual;
    this.#aliases = Object.entries(aliases);
    this.#roots = listImportRoots(aliases);
    this.#readFingerprint = (file) => {
      if (read === undefined) return fingerprintFile(file);
      const bytes = read(file);
      return bytes ? { hash: computeShortHash(bytes), bytes } : { hash: ABSENT };
    };
  }

  /** A key that changes with any file that these entries (absolute paths) are made from, and with Node's version. */
  computeKey(entries: readonly string[]): string {
    const nodes = this.reach(entries).map((id) => this.#node(id));
    return computeShortHash(
      [process.version, ...nodes.map(({ name, hash }) => `${name} ${hash}`).sort()].join('\n'),
    );
  }

  /** The entries and everything that they need: absolute files, and names of virtual modules. */
  reach(entries: readonly string[]): string[] {
    const reachedIds = new Set(entries);
    for (const id of reachedIds) for (const neededId of this.#node(id).needs) reachedIds.add(neededId);
    return [...reachedIds];
  }

  /** Adds files and folders that code has read to the fingerprints. Keys don't depend on them. */
  note({ files, folders }: { files: readonly string[]; folders: readonly string[] }): void {
    for (const file of files) this.#isFile(file);
    for (const folder of folders) this.#list(`${folder}/`);
  }

  /** The state of everything that was read so far. While it is unchanged, so is every key: see `areUnchanged`. */
  get fingerprints(): Fingerprints {
    return Object.fromEntries(this.#fingerprints);
  }

  #node(id: string): Node {
    const existingNode = this.#nodes.get(id);
    if (existingNode) return existingNode;
    const virtual = this.#virtual[id];
    const node = virtual === undefined ? this.#load(id) : this.#loadVirtual(id, virtual);
    this.#nodes.set(id, node);
    return node;
  }

  #loadVirtual(name: string, source: string): Node {
    return {
      name,
      hash: computeShortHash(this.#withoutFolders(source)),
      needs: this.#listNeeds('virtual.ts', scanImports('virtual.ts', source)),
    };
  }

  #load(file: string): Node {
    const name = this.#withoutFolders(file);
    if (!this.#isFile(file)) return { name, hash: ABSENT, needs: [] };
    const hash = this.#fingerprints.get(file) ?? ABSENT;
    const readText = () => Buffer.from(this.#unread.get(file) ?? readFileSync(file)).toString('utf8');
    const imports = readImports({ file, hash, readText });
    this.#unread.delete(file);
    return path.basename(file) === 'package.json'
      ? { name: 'package', hash, needs: this.#listPackages(file, imports) }
      : { name, hash, needs: this.#listNeeds(file, imports) };
  }

  #listPackages(file: string, packages: readonly Import[]): string[] {
    return packages.flatMap(({ specifier }) => this.#packageFile(specifier, path.dirname(file)) ?? []);
  }

  #listNeeds(file: string, imports: readonly Import[]): string[] {
    const folder = path.dirname(file);
    const patterns = imports.flatMap((item) => {
      if (item.kind === 'glob') return item.specifier;
      // A module with the address of a folder reads the files in it.
      return isFolder(item) ? `${item.specifier}*` : [];
    });
    return [
      ...imports.flatMap((item) =>
        item.kind === 'type' || item.kind === 'glob' || item.kind === 'pattern' || isFolder(item)
          ? []
          : (this.resolveImport(item.specifier, folder) ?? []),
      ),
      ...imports.flatMap((item) =>
        item.kind === 'pattern' ? this.#listPatternNeeds(item.specifier, folder) : [],
      ),
      ...findMatchingFiles(patterns, folder, (top) => this.#list(top)),
    ];
  }

  /** All files in the folder of a path that is only partly known, which are more than the path can mean. */
  #listPatternNeeds(pattern: string, folder: string): string[] {
    const patternFolder = splitPathPattern(pattern)?.folder;
    // The engine has such paths in comments and tests only.
    if (patternFolder === undefined || this.#siteDir === undefined || isWithin(sourceDir, folder)) return [];
    const [alias, target = ''] =
      this.#aliases.find(([name]) => !name.startsWith('/') && patternFolder.startsWith(`${name}/`)) ?? [];
    const isPath = alias !== undefined || /^\.{0,2}\//.test(patternFolder);
    // A package counts with its version.
    if (!isPath) return [this.resolveImport(patternFolder, folder) ?? []].flat();
    const folders =
      alias !== undefined
        ? [path.join(target, patternFolder.slice(alias.length))]
        : patternFolder.startsWith('/')
          ? [patternFolder, ...this.#roots.map((root) => path.join(root, patternFolder))]
          : [path.resolve(folder, patternFolder)];
    const siteDir = this.#siteDir;
    return folders
      .map((top) => path.resolve(top))
      .filter((top) => !holdsSite(top, siteDir))
      .flatMap((top) => this.#list(top).map((name) => path.join(top, name)))
      .filter((file) => !/[\\/](?:\.|node_modules[\\/])/.test(path.relative(siteDir, file)));
  }

  /** Resolves an import in a file of this folder (absolute path). */
  resolveImport(specifier: string, folder: string): string | undefined {
    if (specifier in this.#virtual) return specifier;
    // A loader in front of a specifier (`raw-loader!./file`) changes how the file is read, but not which file it is.
    if (specifier.includes('!'))
      return this.resolveImport(specifier.slice(specifier.lastIndexOf('!') + 1), folder);
    if (/^(?:node|virtual|data|https?):/.test(specifier)) return undefined;
    const [alias, target] =
      this.#aliases.find(([name]) => !name.startsWith('/') && specifier.startsWith(`${name}/`)) ?? [];
    if (alias !== undefined && target !== undefined)
      return this.resolveImport(path.join(target, specifier.slice(alias.length)), folder);
    if (/^\.{0,2}\//.test(specifier)) {
      const file = specifier.replace(/[?#].*$/, '');
      const fullPath = findPathOnDisk(path.resolve(folder, file));
      // A site's `/img/logo.svg` may be in a static folder, and `/src/note` in the site folder.
      const roots = path.isAbsolute(file) ? this.#roots : [];
      const candidates = [fullPath, ...roots.map((root) => findPathOnDisk(path.join(root, file)))];
      return (
        candidates.flatMap((item) => listModuleFiles(item)).find((candidate) => this.#isFile(candidate)) ??
        fullPath
      );
    }
    const name = getPackageName(specifier);
    // Packages that a site hasn't installed, such as React, are resolved from the engine.
    return findDoorFile(specifier) ?? this.#packageFile(name, folder) ?? this.#packageFile(name, sourceDir);
  }

  /** Names of all files in a folder and below. */
  #list(folder: string): readonly string[] {
    const knownNames = this.#lists.get(folder);
    if (knownNames) return knownNames;
    const names = listFilesBelow(folder);
    this.#lists.set(folder, names);
    this.#fingerprints.set(`${folder}*`, hashNames(names));
    return names;
  }

  #packageFile(name: string, folder: string): string | undefined {
    const key = `${name}\0${folder}`;
    if (!this.#packages.has(key)) this.#packages.set(key, this.#findPackage(name, folder));
    return this.#packages.get(key);
  }

  #findPackage(name: string, folder: string): string | undefined {
    const modules = path.join(folder, 'node_modules');
    const file = path.join(modules, name, 'package.json');
    // A package finds its own dependencies from its real location.
    if (this.#isFolder(modules) && this.#isFile(file)) return this.#realFile(file);
    const parentFolder = path.dirname(folder);
    return parentFolder === folder ? undefined : this.#packageFile(name, parentFolder);
  }

  #realFile(file: string): string {
    const real = realpathSync.native(file);
    if (real !== file) this.#unread.delete(file);
    return real;
  }

  /** Whether the file exists. Its bytes are kept for the step that loads it. */
  #isFile(file: string): boolean {
    const fingerprint = this.#fingerprints.get(file);
    if (fingerprint !== undefined) return fingerprint !== ABSENT;
    const { hash, bytes } = this.#readFingerprint(file);
    this.#fingerprints.set(file, hash);
    if (bytes) this.#unread.set(file, bytes);
    return hash !== ABSENT;
  }

  #isFolder(folder: string): boolean {
    const presence = this.#fingerprints.get(`${folder}/`) ?? fingerprintFolder(folder);
    this.#fingerprints.set(`${folder}/`, presence);
    return presence === PRESENT;
  }

  #withoutFolders(text: string): string {
    const portableText = text.replaceAll(sourceDir, 'gatehouse');
    return this.#siteDir === undefined ? portableText : portableText.replaceAll(this.#siteDir, 'site');
  }
}

/** Whether all inputs are still in the same state. */
export function areUnchanged(fingerprints: Fingerprints): boolean {
  return Object.entries(fingerprints).every(([at, was]) => was === takeFingerprint(at));
}

/** Whether a module names the URL of a folder, such as `./messages/`, instead of a file. */
function isFolder({ kind, specifier }: Import): boolean {
  return kind === 'later' && specifier.startsWith('.') && specifier.endsWith('/');
}

const SCAN = 'scan:';

/** An entry of `Fingerprints` for the files that a scan finds. */
export function fingerprintScan(scan: Scan): [at: string, look: string] {
  const at = SCAN + JSON.stringify(scan);
  return [at, takeFingerprint(at)];
}

/** The current state of one entry of `Fingerprints`. */
export function takeFingerprint(at: string): string {
  if (at.startsWith(SCAN)) return hashNames(listScannedFiles(JSON.parse(at.slice(SCAN.length))));
  if (at.endsWith('/*')) return hashNames(listFilesBelow(at.slice(0, -1)));
  if (at.endsWith('/')) return fingerprintFolder(at);
  return fingerprintFile(at).hash;
}

function fingerprintFolder(folder: string): string {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? PRESENT : ABSENT;
}

function hashNames(names: readonly string[]): string {
  return computeShortHash(names.join('\n'));
}
