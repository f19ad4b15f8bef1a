import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../../testing/running-site.ts';

/**
 * Names that every module of a kind exports because one place loads all of them, with the pattern of the
 * files. Elsewhere such a name would have a second meaning.
 */
const seams: Readonly<Record<string, RegExp>> = {
  /** The page at a path of its own. */
  Page: /page\.tsx$|\/admin\/.*\.tsx$/,
  /** Parts that features add to pages of the rooms. */
  Part: /^src\/features\/[^/]+\/(?:[^/]+\/)?[\w-]+\.tsx$/,
  command: /^src\/(?:cli|features)\/.*\.ts$/,
  extension: /^src\/features\/[^/]+\/compile\.ts$/,
  /** The description of a site's own page. */
  description: /\/src\/pages\//,
};

/** Each program has its own names, because a site only imports the engine's public exports. */
const programs = ['src', 'site', 'docs'];

const exportedValue =
  /^export (?:declare )?(?:async )?(?:const|let|function\*?|(?:abstract )?class) ([\w$]+)/gm;

test.each(programs)('an exported function, constant or class of %s has one meaning', (program) => {
  const filesByName = new Map<string, Set<string>>();
  for (const programFile of globSync(`${program}/**/*.{ts,tsx}`, {
    cwd: projectDir,
    exclude: ['**/node_modules', 'site/{tests,testing}'],
  })) {
    const file = programFile.split(path.sep).join('/');
    if (/\.test\.tsx?$|\.d\.ts$/.test(file)) continue;
    const text = readFileSync(path.join(projectDir, file), 'utf8');
    for (const [, name = ''] of text.matchAll(exportedValue)) {
      if (seams[name]?.test(file)) continue;
      filesByName.set(name, (filesByName.get(name) ?? new Set()).add(file));
    }
  }
  const repeatedNames = [...filesByName].filter(([, files]) => files.size > 1);
  expect(Object.fromEntries(repeatedNames.map(([name, files]) => [name, [...files]]))).toEqual({});
  expect(filesByName.size).toBeGreaterThan(5);
});
