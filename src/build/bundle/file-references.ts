/** A file that a style sheet names. */
interface FileReference {
  /** The path as it is written, without its query and fragment. */
  reference: string;
  line: number;
  /** Whether the file is a style sheet that is read, and not one whose address the sheet gets. */
  isImport: boolean;
}

const QUOTED = String.raw`"([^"\n]*)"|'([^'\n]*)'`;
/** Files by `url()`, `@import`, `@use` and `@forward`. */
const namedFile =
  /(@import\s+|@use\s+|@forward\s+)?(?:url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"']*))\s*\)|(?<=@(?:import|use|forward)\s+)(?:"([^"]*)"|'([^']*)'))/g;
/**
 * Sheets from which a CSS module takes classes and values: `composes: big from './a.module.css'`, `@value red from
 * './colors.css'`, `@value colors: './colors.css'`, and `:import('./a.module.css')`, which the others are compiled to.
 */
const moduleSource = new RegExp(
  String.raw`(?:(?:\bcompos(?:es|e-with)\s*:|@value\b)[^;{}"']*?\bfrom\s+|@value\s+[\w-]+\s*:\s*(?=["'][^"'\n]+\.\w+["'])|:import\(\s*)(?:${QUOTED})`,
  'g',
);
/** The arguments of `image-set("a.png" 1x, "b.png" 2x)`. */
const imageSet = /\bimage-set\(((?:[^()]|\([^()]*\))*)\)/g;
/** A picture of a set, or what is in the parentheses of `url()` and `type()`. */
const pictureOfSet = new RegExp(String.raw`\([^()]*\)|${QUOTED}`, 'g');

/** Lists the files that a style sheet names, in the order of the sheet. Addresses of other servers are left out. */
export function listFileReferences(text: string): FileReference[] {
  const mentions = [
    ...[...text.matchAll(namedFile)].map(
      ({
        index,
        1: keyword,
        2: doubleQuoted,
        3: singleQuoted,
        4: unquoted,
        5: imported,
        6: alsoImported,
      }) => ({
        index,
        path: doubleQuoted ?? singleQuoted ?? unquoted ?? imported ?? alsoImported,
        isImport: (keyword ?? imported ?? alsoImported) !== undefined,
      }),
    ),
    ...[...text.matchAll(moduleSource)].map(({ index, 1: path, 2: otherPath }) => ({
      index,
      path: path ?? otherPath,
      isImport: true,
    })),
    ...[...text.matchAll(imageSet)].flatMap(({ index, 1: pictures = '' }) =>
      [...pictures.matchAll(pictureOfSet)].map(({ 1: path, 2: otherPath }) => ({
        index,
        path: path ?? otherPath,
        isImport: false,
      })),
    ),
  ].sort((one, other) => one.index - other.index);
  let line = 1;
  let countedTo = 0;
  return mentions.flatMap(({ index, path = '', isImport }): FileReference[] => {
    line += text.slice(countedTo, index).split('\n').length - 1;
    countedTo = index;
    const reference = path.trim().replace(/[?#].*$/, '');
    if (reference === '' || /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(reference)) return [];
    return [{ reference, line, isImport }];
  });
}

/** Writes pictures of a set as `url("a.png")` instead of `"a.png"`, which means the same. */
export function writePicturesAsUrls(text: string): string {
  return text.replace(imageSet, (_set, pictures: string) => {
    const urls = pictures.replace(pictureOfSet, (part, path?: string, otherPath = path) =>
      otherPath === undefined ? part : `url("${otherPath}")`,
    );
    return `image-set(${urls})`;
  });
}
