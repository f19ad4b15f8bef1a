import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Brand, isFontFile } from '../../config/brand-options.ts';
import type { SiteConfig } from '../../config/site-config.ts';
import { displayPath } from '../../shared/file-paths.ts';
import { findLineOfKey } from '../../shared/line-of-key.ts';
import type { Problem } from '../../shared/problem.ts';
import type { BrandColors } from './brand-colors.ts';

/** Words that can't end the rule that they are in. */
const fontNames = /^[\p{L}\p{N}\s,'"._-]+$/u;

type BrandedSite = Pick<SiteConfig, 'brand' | 'staticDirectories' | 'baseUrl'>;

/** The colours of the brand. Undefined if it has none, or if they can't be used: see `findBrandProblems`. */
export async function readBrandColors({ color }: Brand): Promise<BrandColors | undefined> {
  if (color === undefined) return undefined;
  // Most sites have no colour of their own, and need no parser of colours.
  const { deriveBrandColors } = await import('./brand-colors.ts');
  return deriveBrandColors(color).colors;
}

/** Reports colours that can't be read, and files that don't exist. `configFile` is an absolute path. */
export async function findBrandProblems(
  siteDir: string,
  config: BrandedSite,
  configFile: string,
): Promise<Problem[]> {
  const { color, logo, font } = config.brand;
  const text = readFileSync(configFile, 'utf8');
  const createProblem = (key: string, message: string): Problem => ({
    code: 'brand',
    severity: 'error',
    file: displayPath(configFile),
    line: findLine(text, key),
    message: `brand.${key}: ${message}.`,
  });
  const problems: Problem[] = [];
  if (color !== undefined) {
    const { deriveBrandColors } = await import('./brand-colors.ts');
    for (const { theme, message } of deriveBrandColors(color).faults)
      problems.push(createProblem(theme === undefined ? 'color' : `color.${theme}`, message));
  }
  const checkFile = (key: string, address: string) => {
    if (findStaticFile(siteDir, config, address) !== undefined) return;
    const [folder = 'static'] = config.staticDirectories;
    problems.push(
      createProblem(
        key,
        `"${address}" doesn't exist. Put the file at ${folder}/${address.replace(/^\//, '')}`,
      ),
    );
  };
  if (typeof logo === 'string') checkFile('logo', logo);
  else if (logo) for (const theme of ['light', 'dark'] as const) checkFile(`logo.${theme}`, logo[theme]);
  if (font !== undefined && isFontFile(font)) checkFile('font', font);
  else if (font !== undefined && !fontNames.test(font))
    problems.push(
      createProblem(
        'font',
        `"${font}" isn't a name of a font. Write names with commas between them, or a file in a static folder that ends in .woff2, .woff, .ttf or .otf`,
      ),
    );
  return problems;
}

/** Absolute path of a file in the static folders. Its address can be written with the base path or without it. */
export function findStaticFile(
  siteDir: string,
  { staticDirectories, baseUrl }: Pick<SiteConfig, 'staticDirectories' | 'baseUrl'>,
  address: string,
): string | undefined {
  const inSite = address.startsWith(baseUrl) ? address.slice(baseUrl.length) : address;
  return staticDirectories
    .map((folder) => path.resolve(siteDir, folder))
    .map((folder) => ({ folder, file: path.join(folder, inSite) }))
    .find(({ folder, file }) => file.startsWith(folder + path.sep) && existsSync(file))?.file;
}

/** The line of a key of the brand: other settings have keys with the same names. */
function findLine(text: string, key: string): number | undefined {
  const start = findLineOfKey(text, 'brand');
  if (start === undefined) return undefined;
  const lines = text.split('\n').slice(start - 1);
  // Cuts off the name `brand`, so that a key on its line is found, too.
  const [first = '', ...rest] = lines;
  const textBelow = [first.replace(/^.*?\bbrand\b["'`]?\s*:/, ''), ...rest].join('\n');
  return start - 1 + (findLineOfKey(textBelow, key.split('.').at(-1) ?? key) ?? 1);
}
