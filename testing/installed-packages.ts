import { cpSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectDir } from './running-site.ts';

interface LockedPackage {
  /** Needed by development alone. */
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

/** Folders of these packages and of all that they need. */
export function closureOf(names: readonly string[]): string[] {
  const kept = new Set<string>();
  const keep = (from: string, name: string) => {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      const folder = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
      const found = packages[folder];
      if (found && isInstalled(folder)) {
        if (kept.has(folder)) return;
        kept.add(folder);
        const { dependencies = {}, optionalDependencies = {} } = found;
        for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) keep(folder, needed);
        return;
      }
      if (at === '') return;
    }
  };
  for (const name of names) keep('', name);
  return [...kept];
}

/** The engine, in a folder of its own with these packages and no others. */
export function copyEngine(folder: string, packageFolders: readonly string[]): void {
  const parts = ['package.json', 'bin', 'src', 'deploy/healthcheck.ts', ...packageFolders];
  // What lies in another package's folder comes with that one, needed or not.
  for (const part of parts) cpSync(path.join(projectDir, part), path.join(folder, part), { recursive: true });
}

/** What is for another kind of machine is in the lock file alone. */
const isInstalled = (folder: string) => existsSync(path.join(projectDir, folder));
