import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Everything that a bundle is made from, relative to the project. Tests lie beside the code and don't count. */
const inputs = [
  'src/ui',
  'src/config',
  'src/build/bundle',
  'src/build/bundle.ts',
  'pages',
  'static/icon.svg',
  'package-lock.json',
];

export async function bundleInputsHash(projectDir: string): Promise<string> {
  const files = (await Promise.all(inputs.map((input) => filesBelow(projectDir, input)))).flat().sort();
  const hash = createHash('sha256');
  for (const file of files) {
    const bytes = await readFile(path.join(projectDir, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 16);
}

async function filesBelow(projectDir: string, relative: string): Promise<string[]> {
  try {
    const entries = await readdir(path.join(projectDir, relative), { withFileTypes: true, recursive: true });
    return entries
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => path.relative(projectDir, path.join(entry.parentPath, entry.name)));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOTDIR') return [relative];
    if (code === 'ENOENT') return [];
    throw error;
  }
}
