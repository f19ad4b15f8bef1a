import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from './environment.ts';

/** Finds the site folder: `SITE_DIR`, else `site` in the working folder, else the working folder itself. */
export function findSiteFolder({ SITE_DIR }: Pick<Environment, 'SITE_DIR'>, workDir: string): string {
  if (SITE_DIR !== undefined) return path.resolve(workDir, SITE_DIR);
  const inner = path.join(workDir, 'site');
  return existsSync(inner) ? inner : workDir;
}
