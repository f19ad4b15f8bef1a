import { type Brand, isFontFile } from '../../config/brand-options.ts';
import type { BrandColors } from './brand-colors.ts';

/** Name of the font in the style sheets, if it comes from a file. */
const FONT_NAME = 'Brand';
const FALLBACK = 'system-ui, sans-serif';

interface BrandLook {
  colors: BrandColors | undefined;
  font: Brand['font'];
}

/**
 * Writes the rules that replace the engine's colours and font. They come before the style sheets of the site, which can
 * replace them again. `usesInfima`: the page has style sheets for Docusaurus, from whose variables the shell takes its own.
 */
export function writeBrandStyle(
  { colors, font }: BrandLook,
  { usesInfima }: { usesInfima: boolean },
): string {
  const accent = colors && `light-dark(${colors.light.accent},${colors.dark.accent})`;
  const family = font && (isFontFile(font) ? `"${FONT_NAME}",${FALLBACK}` : `${font},${FALLBACK}`);
  const variables = usesInfima
    ? { '--ifm-color-primary': accent, '--ifm-font-family-base': family }
    : {
        '--accent': accent,
        '--accent-wash': colors && `light-dark(${colors.light.wash},${colors.dark.wash})`,
        '--sans': family,
      };
  const declarations = Object.entries(variables).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}:${value}`,
  );
  return declarations.length === 0 ? '' : `:root{${declarations.join(';')}}`;
}

/**
 * Writes the rule that loads the font. A browser that doesn't have it in time draws the page in the font of the system,
 * and nothing moves. A font with only one weight is drawn bolder for headings.
 */
export function writeFontFace(url: string, isVariable: boolean): string {
  const weight = isVariable ? '100 900' : '400';
  return `@font-face{font-family:"${FONT_NAME}";src:url(${JSON.stringify(url)});font-weight:${weight};font-display:optional}`;
}
