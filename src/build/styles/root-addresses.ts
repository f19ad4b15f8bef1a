import path from 'node:path';
import { decodeUrl } from '../../shared/decode.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import { type Aliases, listImportRoots } from '../../shared/import-roots.ts';
import { findPathOnDisk } from '../../shared/path-on-disk.ts';
import type { Problem } from '../../shared/problem.ts';
import { isFile } from '../../shared/regular-file.ts';
import { writePicturesAsUrls } from '../bundle/file-references.ts';
import { fingerprintFile } from '../cache/seen-files.ts';
import type { PostCssPlugins } from './postcss-settings.ts';

/** A file that a style sheet names by a path that starts with `/`: `url("/img/waves.svg")`. */
const allRootAddresses = /url\(\s*(["']?)(\/(?!\/)[^"'()\s]*)\1\s*\)/g;
/** A file or sheet of a package or alias: `@import '~pkg/a.css'`, `url(~@site/static/a.png)`. */
export const moduleAddress = /(?:@import\s+(?:url\(\s*)?|\burl\(\s*)["']?~[\w@]/;
const allModuleFiles = /url\(\s*(["']?)~([\w@][^"'()\s]*)\1\s*\)/g;

/** The file of an alias, relative to the sheet. The bundler finds the file of a package. */
function resolveAlias(address: string, sheetDir: string, aliases: Aliases): string {
  const alias = Object.entries(aliases).find(([name]) => address.startsWith(`${name}/`));
  if (alias === undefined) return address;
  const [name, folder] = alias;
  const pathFromSheet = formatPathFrom(sheetDir, path.join(folder, address.slice(name.length + 1)));
  return pathFromSheet.startsWith('.') ? pathFromSheet : `./${pathFromSheet}`;
}

interface SheetPlace {
  /** The sheet that is compiled, with everything that it imports. */
  sheet: string;
  siteDir: string;
  aliases: Aliases;
}

/** Collects what a sheet is made from, and what is wrong with it. */
interface SheetFindings {
  files: string[];
  problems: Problem[];
}

/**
 * Replaces paths that start with `/` by relative ones, so that the files are bundled and have an address below the base
 * path. As in Docusaurus, such a file is looked for in the static folders, then in the site folder. The sheet changes
 * with the files.
 */
export function resolveRootAddresses(
  { sheet, siteDir, aliases }: SheetPlace,
  { files, problems }: SheetFindings,
): PostCssPlugins[number] {
  const roots = listImportRoots(aliases);
  return {
    postcssPlugin: 'root-addresses',
    OnceExit(root) {
      root.walkDecls((declaration) => {
        declaration.value = writePicturesAsUrls(declaration.value).replace(
          allModuleFiles,
          (_reference, _quote: string, address: string) =>
            `url("${resolveAlias(address, path.dirname(sheet), aliases)}")`,
        );
        declaration.value = declaration.value.replace(
          allRootAddresses,
          (reference: string, _quote: string, address: string) => {
            const [, name = '', end = ''] = /^([^?#]*)(.*)$/.exec(address) ?? [];
            const file = roots
              .map((folder) => findPathOnDisk(path.join(folder, decodeUrl(name))))
              .find(isFile);
            if (file !== undefined) {
              files.push(file);
              root.append({ text: `${name} ${fingerprintFile(file).hash}` });
              return `url("${encodeURI(formatPathFrom(path.dirname(sheet), file))}${end}")`;
            }
            const { file: source = sheet } = declaration.source?.input ?? {};
            problems.push({
              code: 'style-file',
              severity: 'warning',
              file: formatPathFrom(siteDir, source),
              line: source === sheet ? declaration.source?.start?.line : undefined,
              message: `\`${name}\` is neither in a static folder nor in the site folder. Correct the address.`,
            });
            return reference;
          },
        );
      });
    },
  };
}
