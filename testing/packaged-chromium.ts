import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const projectDir = path.resolve(import.meta.dirname, '..');
/** 147.0.0 is the last version that Node 20 installs without a warning. */
const packageName = '@sparticuz/chromium';

/**
 * The path of Chromium's headless shell from npm, once `unpacked` has unpacked it. `undefined` if the package has none
 * for this machine.
 */
export function findPackagedChromium(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  try {
    const entry = createRequire(import.meta.url).resolve(packageName);
    const manifest = readFileSync(path.resolve(path.dirname(entry), '../../package.json'), 'utf8');
    const { version }: { version: string } = JSON.parse(manifest);
    return path.join(projectDir, '.cache', `chromium-${version}`, 'chromium.sh');
  } catch {
    return undefined;
  }
}

/** The package brings libraries and a font, which a bare machine lacks. */
const starter = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/al2023/lib" FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`;

const createFontConfig = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;

/** Unpacks the package if the file is that of the package. Returns the file. */
export async function unpackProgram(file: string): Promise<string> {
  if (file !== findPackagedChromium() || existsSync(file)) return file;
  const folder = path.dirname(file);
  await mkdir(path.dirname(folder), { recursive: true });
  const fresh = await mkdtemp(`${folder}-`);
  // The package unpacks into the folder for temporary files, and unpacks its libraries only on a serverless platform.
  await promisify(execFile)(
    process.execPath,
    ['-e', `import('${packageName}').then(({ default: chromium }) => chromium.executablePath())`],
    { cwd: projectDir, env: { PATH: process.env.PATH, TMPDIR: fresh, AWS_EXECUTION_ENV: 'nodejs24.x' } },
  );
  await writeFile(path.join(fresh, 'fonts.conf'), createFontConfig(folder));
  await writeFile(path.join(fresh, path.basename(file)), starter, { mode: 0o755 });
  try {
    await rename(fresh, folder);
  } catch (error) {
    // Another run has unpacked it meanwhile.
    await rm(fresh, { recursive: true });
    if (!existsSync(file)) throw error;
  }
  return file;
}
