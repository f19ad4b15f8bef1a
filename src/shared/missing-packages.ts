import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { readTextIfPresent } from './if-present.ts';
import { isRecord, readJson } from './json.ts';
import { listModuleFiles } from './module-files.ts';
import { isFile } from './regular-file.ts';

/**
 * Names a package that isn't installed. Problems say it with these words, and so do the errors that code throws if it
 * needs such a package. Errors cross threads and bundles as text, so `findMissingPackage` recognizes them by the words.
 */
export function describeMissingPackage(name: string): string {
  return `The package \`${name}\` isn't installed.`;
}

/** Creates the message of a problem: the site's code needs a package that isn't installed. */
export function explainUninstalledPackage(name: string): string {
  return `The package "${name}" isn't installed. Install it in the site folder, or remove what needs it.`;
}

/** Explains that an installed package has no such file, or keeps it to itself. */
export function explainUnexportedFile(specifier: string): string {
  return `The package \`${getPackageName(specifier)}\` is installed, but \`${specifier}\` isn't a file that it lets others import ("exports" in its package.json). Import one that it exports, or install the version that the site was written for.`;
}

const ourWords =
  /The package ["`]([^"`]+)["`](?:, which [^,]+,)? isn't installed(?: in the site folder)?(?:[.:]| \()/;
/** Node's words for an import that isn't a path or an alias of Docusaurus. */
const nodeWords =
  /Cannot find (?:module|package) '((?!node:|file:|\.|\/|[A-Za-z]:|@(?:site|generated|theme[\w-]*)\/)[^']+)'/;

/** The package that a message reports as not installed, in our words or in Node's; undefined for other messages. */
export function findMissingPackage(message: string): string | undefined {
  const [, name] = ourWords.exec(message) ?? [];
  const [, specifier] = nodeWords.exec(message) ?? [];
  return name ?? (specifier && getPackageName(specifier));
}

/** The package of an import: `@scope/name` of `@scope/name/file.js`. */
export function getPackageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/**
 * The folder of the package that an import leads to. Undefined if the package isn't installed: an installation that was
 * interrupted leaves folders without a package.json. From such a folder, only a file that is there can be imported.
 */
export function findInstalledPackage(specifier: string, importer: string): string | undefined {
  const name = getPackageName(specifier);
  const fileOfPackage = specifier.slice(name.length);
  // With a slash at its end, the name of a package such as `buffer` doesn't mean a module of Node, which has no folder.
  const places = createRequire(importer).resolve.paths(`${name}/`) ?? [];
  return places
    .map((place) => path.join(place, name))
    .find((folder) => {
      if (isFile(path.join(folder, 'package.json'))) return true;
      return listModuleFiles(folder + fileOfPackage).some(isFile);
    });
}

/** How a package manager installs packages, and its option for the folder to work in. */
interface PackageManager {
  /** Installs what package.json lists. */
  install: string;
  /** Installs the packages that follow, and lists them. */
  add: string;
  folderOption: string;
  /** Files that record the versions of a project's packages. */
  lockFiles: readonly string[];
}

const npm: PackageManager = {
  install: 'npm install',
  add: 'npm install',
  folderOption: '--prefix',
  lockFiles: ['package-lock.json', 'npm-shrinkwrap.json'],
};

const packageManagers: Readonly<Record<string, PackageManager>> = {
  npm,
  pnpm: {
    install: 'pnpm install',
    add: 'pnpm add',
    folderOption: '--dir',
    lockFiles: ['pnpm-lock.yaml', 'pnpm-workspace.yaml'],
  },
  yarn: { install: 'yarn install', add: 'yarn add', folderOption: '--cwd', lockFiles: ['yarn.lock'] },
  bun: {
    install: 'bun install',
    add: 'bun add',
    folderOption: '--cwd',
    lockFiles: ['bun.lock', 'bun.lockb'],
  },
};

/**
 * The command that installs these packages with the package manager of the site, which another one can't always replace:
 * packages of a workspace and of other registries have addresses that only their manager knows. If package.json lists
 * all packages, the command doesn't name them. `folder` is where to install, for a command that runs anywhere.
 */
export function installCommand(siteDir: string, names: readonly string[], folder?: string): string {
  const projectFolders = listProjectFolders(siteDir);
  const declaredPackages = new Set(projectFolders.flatMap(listPackages));
  const unlistedNames = names.filter((name) => !declaredPackages.has(name)).sort();
  const { install, add, folderOption } = findPackageManager(projectFolders);
  const [program = '', action = ''] = (unlistedNames.length === 0 ? install : add).split(' ');
  const options = folder === undefined ? [] : [folderOption, folder];
  // Yarn knows its option only in front of the action.
  const command = folderOption === '--cwd' ? [program, ...options, action] : [program, action, ...options];
  return [...command, ...unlistedNames].join(' ');
}

/** The manager that the site or its monorepo names in package.json, or whose lock file is there. */
function findPackageManager(projectFolders: readonly string[]): PackageManager {
  for (const folder of projectFolders) {
    const setting = readPackageJson(folder)?.packageManager;
    const [name = ''] = typeof setting === 'string' ? setting.split('@') : [];
    const manager =
      packageManagers[name] ??
      Object.values(packageManagers).find(({ lockFiles }) =>
        lockFiles.some((file) => existsSync(path.join(folder, file))),
      );
    if (manager) return manager;
  }
  return npm;
}

/** The folder of the site and those around it, up to that of the repository. */
function listProjectFolders(siteDir: string): string[] {
  const folders = [path.resolve(siteDir)];
  for (const folder of folders) {
    const outer = path.dirname(folder);
    if (outer !== folder && !existsSync(path.join(folder, '.git'))) folders.push(outer);
  }
  // Without a repository, it isn't known which of the folders around it belong to the site.
  const isRepository = existsSync(path.join(folders.at(-1) ?? '', '.git'));
  return isRepository ? folders : folders.slice(0, 1);
}

const packageLists = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

function listPackages(folder: string): string[] {
  const content = readPackageJson(folder) ?? {};
  return packageLists.flatMap((key) => {
    const list = content[key];
    return isRecord(list) ? Object.keys(list) : [];
  });
}

function readPackageJson(folder: string): Record<string, unknown> | undefined {
  const content = readJson(readTextIfPresent(path.join(folder, 'package.json')));
  return isRecord(content) ? content : undefined;
}
