import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { engineDir, sourceDir } from '../../shared/engine-dir.ts';
import type { BundledSite } from './site-plugin.ts';

/** Everything that a bundle is made from. Tests lie beside the code and don't count. */
export async function bundleInputsHash({ siteDir, texts }: BundledSite): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(texts));
  for (const [root, input] of [
    [engineDir, path.basename(sourceDir)],
    [engineDir, 'package-lock.json'],
    [siteDir, 'src/pages'],
    [siteDir, 'theme'],
  ] as const) {
    for (const file of (await filesBelow(root, input)).sort()) {
      const bytes = await readFile(path.join(root, file));
      hash.update(`${file}\0${bytes.length}\0`).update(bytes);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

async function filesBelow(root: string, relative: string): Promise<string[]> {
  try {
    const entries = await readdir(path.join(root, relative), { withFileTypes: true, recursive: true });
    return entries
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOTDIR') return [relative];
    if (code === 'ENOENT') return [];
    throw error;
  }
}
