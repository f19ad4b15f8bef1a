import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from './environment.ts';

/** `SITE_DIR`; else the folder `site` where we are, or where we are itself when there is none. */
export function siteFolder({ SITE_DIR }: Pick<Environment, 'SITE_DIR'>, workDir: string): string {
  if (SITE_DIR !== undefined) return path.resolve(workDir, SITE_DIR);
  const inner = path.join(workDir, 'site');
  return existsSync(inner) ? inner : workDir;
}
