import { cpSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectDir } from './running-site.ts';

interface LockedPackage {
  /** True for packages that only development needs. */
  dev?: boolean;
  dependencies?: object;
  optionalDependencies?: object;
}

const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync(path.join(projectDir, 'package-lock.json'), 'utf8'),
);

/** Folders of the packages that `npm ci --omit=dev` installs. */
export function productionPackages(): string[] {
  return Object.entries(packages).flatMap(([folder, { dev = false }]) =>
    folder !== '' && !dev && isInstalled(folder) ? [folder] : [],
  );
}

/** Lists the folders of these packages and of their dependencies. */
export function listRequiredFolders(names: readonly string[]): string[] {
  const requiredFolders = new Set<string>();
  const keep = (from: string, name: string) => {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      const folder = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
      const installedPackage = packages[folder];
      if (installedPackage && isInstalled(folder)) {
        if (requiredFolders.has(folder)) return;
        requiredFolders.add(folder);
        const { dependencies = {}, optionalDependencies = {} } = installedPackage;
        for (const neededPackage of Object.keys({ ...dependencies, ...optionalDependencies }))
          keep(folder, neededPackage);
        return;
      }
      if (at === '') return;
    }
  };
  for (const name of names) keep('', name);
  return [...requiredFolders];
}

/** Copies the engine into a new folder with these packages only. */
export function copyEngine(folder: string, packageFolders: readonly string[]): void {
  const parts = ['package.json', 'bin', 'src', 'deploy/healthcheck.ts', ...packageFolders];
  // A package in another package's folder is copied with it, even if nothing needs it.
  for (const part of parts) cpSync(path.join(projectDir, part), path.join(folder, part), { recursive: true });
}

/** Packages for other platforms are only in the lock file. */
const isInstalled = (folder: string) => existsSync(path.join(projectDir, folder));
