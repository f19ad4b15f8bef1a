import { createRequire } from 'node:module';
import type { SiteConfig } from '../../config/site-config.ts';
import { displayPath } from '../../shared/file-paths.ts';
import { readTextIfPresent } from '../../shared/if-present.ts';
import { findLineOfKey } from '../../shared/line-of-key.ts';
import { describeMissingPackage, getPackageName } from '../../shared/missing-packages.ts';
import type { Problem } from '../../shared/problem.ts';

const ownRequire = createRequire(import.meta.url);

/** Files of packages that draw pictures. The packages aren't installed with Gatehouse, because few sites need them. */
const pictureFiles = {
  /** Turns an SVG into a PNG. */
  renderer: '@resvg/resvg-wasm/index_bg.wasm',
  /** A file of the font that pictures are written in. */
  font: '@fontsource/inter/files/inter-latin-400-normal.woff2',
} as const;

/** Absolute path of a file of a package. Throws if the package isn't installed. */
export function findPictureFile(name: keyof typeof pictureFiles): string {
  return ownRequire.resolve(pictureFiles[name]);
}

/** Reports packages that the pictures of public pages need and that aren't installed. */
export function findMissingPicturePackages(
  { publicPages }: Pick<SiteConfig, 'publicPages'>,
  configFile: string,
  /** Finds packages from where the program is. */
  { resolve }: Pick<NodeJS.Require, 'resolve'> = ownRequire,
): Problem[] {
  if (!publicPages?.pictures) return [];
  return Object.values(pictureFiles).flatMap((file): Problem[] => {
    try {
      resolve(file);
      return [];
    } catch {
      return [
        {
          code: 'social-pictures',
          severity: 'error',
          file: displayPath(configFile),
          line: findLineOfKey(readTextIfPresent(configFile) ?? '', 'pictures'),
          message: describeMissingPackage(getPackageName(file)),
        },
      ];
    }
  });
}
