import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Aliases, listImportRoots } from '../../markdown/mdx/code-imports.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import type { Problem } from '../../shared/problem.ts';
import type { PostCssPlugins } from './postcss-settings.ts';

/** A file that a style sheet names by a path that starts with `/`: `url("/img/waves.svg")`. */
export const rootAddress = /url\(\s*(["']?)(\/(?!\/)[^"'()\s]*)\1\s*\)/;
const allRootAddresses = new RegExp(rootAddress, 'g');

interface SheetPlace {
  /** The sheet that is compiled, with everything that it imports. */
  sheet: string;
  siteDir: string;
  aliases: Aliases;
}

/**
 * Replaces paths that start with `/` by relative ones, so that the files are bundled and have an address below the base
 * path. As in Docusaurus, such a file is looked for in the static folders, then in the site folder.
 */
export function resolveRootAddresses(
  { sheet, siteDir, aliases }: SheetPlace,
  problems: Problem[],
): PostCssPlugins[number] {
  const roots = listImportRoots(aliases);
  return {
    postcssPlugin: 'root-addresses',
    OnceExit(root) {
      root.walkDecls((declaration) => {
        declaration.value = declaration.value.replace(
          allRootAddresses,
          (reference: string, _quote: string, address: string) => {
            const [, name = '', end = ''] = /^([^?#]*)(.*)$/.exec(address) ?? [];
            const folder = roots.find((each) => existsSync(path.join(each, decodeURI(name))));
            if (folder !== undefined)
              return `url("${formatPathFrom(path.dirname(sheet), path.join(folder, name))}${end}")`;
            const { file = sheet } = declaration.source?.input ?? {};
            problems.push({
              code: 'style-file',
              severity: 'warning',
              file: formatPathFrom(siteDir, file),
              line: file === sheet ? declaration.source?.start?.line : undefined,
              message: `\`${name}\` is neither in a static folder nor in the site folder. Correct the address.`,
            });
            return reference;
          },
        );
      });
    },
  };
}
