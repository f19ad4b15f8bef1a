import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectDir } from './running-site.ts';

/** What a project consists of, besides what it documents. */
const parts = ['src', 'pages', 'static', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** This project with another `site.config.ts`. */
export async function copyProject(siteConfig: string): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'project-'));
  for (const part of parts)
    await cp(path.join(projectDir, part), path.join(folder, part), { recursive: true });
  await symlink(path.join(projectDir, 'node_modules'), path.join(folder, 'node_modules'));
  await writeFile(path.join(folder, 'site.config.ts'), siteConfig);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
