import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findPictureFile } from './picture-packages.ts';

export const FONT_NAME = 'Inter';
/** Weights of the text and of the title. */
const WEIGHTS = [400, 700];

/** A part of the font in a file of its own, such as `latin-ext`. */
interface FontSubset {
  name: string;
  ranges: readonly (readonly [first: number, last: number])[];
}

export interface PictureFonts {
  /** The font files that have the characters of a text. */
  load(text: string): Uint8Array[];
  /** Whether every character of a text can be drawn. */
  canDraw(text: string): boolean;
  /** Whether the first file is the font of the site. */
  hasBrandFont: boolean;
}

/** Opens the fonts of pictures. `brandFont`: a font file of the site, which comes before the font of the package. */
export function openPictureFonts(brandFont: Uint8Array | undefined): PictureFonts {
  const folder = path.resolve(findPictureFile('font'), '../..');
  const subsets = readSubsets(readFileSync(path.join(folder, 'unicode.json'), 'utf8'));
  const filesBySubset = new Map<string, Uint8Array[]>();
  const readSubset = (name: string) => {
    const cachedFiles = filesBySubset.get(name);
    if (cachedFiles) return cachedFiles;
    const files = WEIGHTS.map((weight) =>
      readFileSync(path.join(folder, 'files', `inter-${name}-${weight}-normal.woff2`)),
    );
    filesBySubset.set(name, files);
    return files;
  };
  return {
    hasBrandFont: brandFont !== undefined,
    load: (text) => {
      const characters = listCharacters(text);
      const usedSubsets = subsets.filter((subset) =>
        characters.some((character) => hasCharacter(subset, character)),
      );
      return [...(brandFont ? [brandFont] : []), ...usedSubsets.flatMap(({ name }) => readSubset(name))];
    },
    // The site's own font has the letters of the site's language.
    canDraw: (text) =>
      brandFont !== undefined ||
      listCharacters(text).every((character) => subsets.some((subset) => hasCharacter(subset, character))),
  };
}

/** Reads `unicode.json` of the package: `{ "latin": "U+0000-00FF,U+0131" }`. */
function readSubsets(json: string): FontSubset[] {
  const rangesByName: unknown = JSON.parse(json);
  return Object.entries(rangesByName ?? {}).map(([name, ranges]) => ({
    name,
    ranges: String(ranges)
      .split(',')
      .map((range) => {
        const [first = '', last = first] = range.replace('U+', '').split('-');
        return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
      }),
  }));
}

function listCharacters(text: string): number[] {
  return [...text].flatMap((character) => character.codePointAt(0) ?? []);
}

function hasCharacter({ ranges }: FontSubset, character: number): boolean {
  return ranges.some(([first, last]) => character >= first && character <= last);
}
