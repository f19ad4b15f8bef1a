import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { doorFile } from '../../config/doors.ts';
import { sourceDir } from '../../shared/engine-dir.ts';
import { shortHash } from '../hashing.ts';
import { filesOf, type Scan } from '../styles/scans.ts';
import { listFolder, matchingFiles } from './glob-imports.ts';
import { type Import, scanImports } from './scan-imports.ts';
import { importsIn } from './scanned-sources.ts';
import { ABSENT, lookAtFile } from './seen-files.ts';

export interface ImportGraphOptions {
  /** Absolute: what lies in it has the same name wherever the folder is. */
  siteDir?: string;
  /** Sources of the modules that no file has, by the names under which others import them. */
  virtual?: Readonly<Record<string, string>>;
  /** Folders that a site's imports may begin with, by name. */
  aliases?: Readonly<Record<string, string>>;
  /** Bytes of a file, `undefined` where there is none. */
  read?: (file: string) => Uint8Array | undefined;
}

/** A module, a style sheet, or the `package.json` of a package, which stands for all of it. */
interface Node {
  /** The same in every copy of the engine and of the site. */
  name: string;
  hash: string;
  /** Ids of what it needs: absolute files, or names of virtual modules. */
  needs: readonly string[];
}

/** What was found there: a file's hash, a folder's presence (`…/`), what is in it (`…/*`), or what a scan finds (`scan:…`). */
export type Looks = Readonly<Record<string, string>>;

const PRESENT = '+';
const ENDINGS = ['', '.tsx', '.ts', '.jsx', '.js', '.mjs', '.json', '/index.tsx', '/index.ts', '/index.js'];

/**
 * What runs when a module does: what it imports at once, later or in a thread of its own, what those import in turn,
 * and the packages that all of them need, each by the version that is installed. Each file is read once.
 */
export class ImportGraph {
  readonly #siteDir: string | undefined;
  readonly #virtual: Readonly<Record<string, string>>;
  readonly #aliases: readonly (readonly [string, string])[];
  readonly #look: typeof lookAtFile;
  readonly #nodes = new Map<string, Node>();
  /** `package.json` by name of the package and folder of the module that asks for it. */
  readonly #packages = new Map<string, string | undefined>();
  readonly #unread = new Map<string, Uint8Array>();
  readonly #lists = new Map<string, readonly string[]>();
  readonly #looks = new Map<string, string>();

  constructor({ siteDir, virtual = {}, aliases = {}, read }: ImportGraphOptions = {}) {
    this.#siteDir = siteDir;
    this.#virtual = virtual;
    this.#aliases = Object.entries(aliases);
    this.#look = (file) => {
      if (read === undefined) return lookAtFile(file);
      const bytes = read(file);
      return bytes ? { hash: shortHash(bytes), bytes } : { hash: ABSENT };
    };
  }

  /** Changes when anything does that these files (absolute) are made from, or the version of Node. */
  key(entries: readonly string[]): string {
    const nodes = this.reach(entries).map((id) => this.#node(id));
    return shortHash(
      [process.version, ...nodes.map(({ name, hash }) => `${name} ${hash}`).sort()].join('\n'),
    );
  }

  /** These and all that they need: absolute files, and names of virtual modules. */
  reach(entries: readonly string[]): string[] {
    const reached = new Set(entries);
    for (const id of reached) for (const needed of this.#node(id).needs) reached.add(needed);
    return [...reached];
  }

  /** Everything that was looked at so far: while it is the same, so is every key. See `looksTheSame`. */
  get looks(): Looks {
    return Object.fromEntries(this.#looks);
  }

  #node(id: string): Node {
    const known = this.#nodes.get(id);
    if (known) return known;
    const virtual = this.#virtual[id];
    const node = virtual === undefined ? this.#load(id) : this.#loadVirtual(id, virtual);
    this.#nodes.set(id, node);
    return node;
  }

  #loadVirtual(name: string, source: string): Node {
    return {
      name,
      hash: shortHash(this.#withoutFolders(source)),
      needs: this.#needsOf('virtual.ts', scanImports('virtual.ts', source)),
    };
  }

  #load(file: string): Node {
    const name = this.#withoutFolders(file);
    if (!this.#isFile(file)) return { name, hash: ABSENT, needs: [] };
    const hash = this.#looks.get(file) ?? ABSENT;
    const text = () => Buffer.from(this.#unread.get(file) ?? readFileSync(file)).toString('utf8');
    const imports = importsIn({ file, hash, text });
    this.#unread.delete(file);
    return path.basename(file) === 'package.json'
      ? { name: 'package', hash, needs: this.#packagesOf(file, imports) }
      : { name, hash, needs: this.#needsOf(file, imports) };
  }

  #packagesOf(file: string, packages: readonly Import[]): string[] {
    return packages.flatMap(({ specifier }) => this.#packageFile(specifier, path.dirname(file)) ?? []);
  }

  #needsOf(file: string, imports: readonly Import[]): string[] {
    const folder = path.dirname(file);
    const patterns = imports.flatMap((each) => {
      if (each.kind === 'glob') return each.specifier;
      // A module with the address of a folder reads the files in it.
      return isFolder(each) ? `${each.specifier}*` : [];
    });
    return [
      ...imports.flatMap((each) =>
        each.kind === 'type' || each.kind === 'glob' || isFolder(each)
          ? []
          : (this.find(each.specifier, folder) ?? []),
      ),
      ...matchingFiles(patterns, folder, (top) => this.#list(top)),
    ];
  }

  /** What an import in a file of this folder (absolute) names. */
  find(specifier: string, folder: string): string | undefined {
    if (specifier in this.#virtual) return specifier;
    // Loaders in front of it change how it is read, not what.
    if (specifier.includes('!')) return this.find(specifier.slice(specifier.lastIndexOf('!') + 1), folder);
    if (/^(?:node|virtual|data|https?):/.test(specifier)) return undefined;
    const [alias, target] = this.#aliases.find(([name]) => specifier.startsWith(`${name}/`)) ?? [];
    if (alias !== undefined && target !== undefined)
      return this.find(path.join(target, specifier.slice(alias.length)), folder);
    if (/^\.{0,2}\//.test(specifier)) {
      const full = path.resolve(folder, specifier.replace(/[?#].*$/, ''));
      return ENDINGS.map((ending) => full + ending).find((candidate) => this.#isFile(candidate)) ?? full;
    }
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    // What a site has not installed, such as React, the engine has.
    return doorFile(specifier) ?? this.#packageFile(name, folder) ?? this.#packageFile(name, sourceDir);
  }

  /** Names of all files below a folder. */
  #list(folder: string): readonly string[] {
    const known = this.#lists.get(folder);
    if (known) return known;
    const names = listFolder(folder);
    this.#lists.set(folder, names);
    this.#looks.set(`${folder}*`, hashOfNames(names));
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
    // What needs a package finds its own packages from where it really lies.
    if (this.#isFolder(modules) && this.#isFile(file)) return this.#realFile(file);
    const above = path.dirname(folder);
    return above === folder ? undefined : this.#packageFile(name, above);
  }

  #realFile(file: string): string {
    const real = realpathSync.native(file);
    if (real !== file) this.#unread.delete(file);
    return real;
  }

  /** Whether there is such a file; its bytes are kept for whoever loads it next. */
  #isFile(file: string): boolean {
    const known = this.#looks.get(file);
    if (known !== undefined) return known !== ABSENT;
    const { hash, bytes } = this.#look(file);
    this.#looks.set(file, hash);
    if (bytes) this.#unread.set(file, bytes);
    return hash !== ABSENT;
  }

  #isFolder(folder: string): boolean {
    const known = this.#looks.get(`${folder}/`) ?? lookAtFolder(folder);
    this.#looks.set(`${folder}/`, known);
    return known === PRESENT;
  }

  #withoutFolders(text: string): string {
    const named = text.replaceAll(sourceDir, 'gatehouse');
    return this.#siteDir === undefined ? named : named.replaceAll(this.#siteDir, 'site');
  }
}

/** Whether a module names the URL of a folder, such as `./messages/`, instead of a file. */
function isFolder({ kind, specifier }: Import): boolean {
  return kind === 'later' && specifier.startsWith('.') && specifier.endsWith('/');
}

/** Whether whoever looks there now finds the same. */
export function looksTheSame(looks: Looks): boolean {
  return Object.entries(looks).every(([at, was]) => was === lookAt(at));
}

const SCAN = 'scan:';

/** An entry of `Looks`: which files a scan finds. */
export function lookOfScan(scan: Scan): [at: string, look: string] {
  const at = SCAN + JSON.stringify(scan);
  return [at, lookAt(at)];
}

function lookAt(at: string): string {
  if (at.startsWith(SCAN)) return hashOfNames(filesOf(JSON.parse(at.slice(SCAN.length))));
  if (at.endsWith('/*')) return hashOfNames(listFolder(at.slice(0, -1)));
  if (at.endsWith('/')) return lookAtFolder(at);
  return lookAtFile(at).hash;
}

function lookAtFolder(folder: string): string {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? PRESENT : ABSENT;
}

function hashOfNames(names: readonly string[]): string {
  return shortHash(names.join('\n'));
}
