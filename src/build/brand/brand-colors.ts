// Lets `culori` parse the colour notations of CSS.
import 'culori/css';
import { clampChroma, converter, formatHex, type Oklch, parse, wcagContrast } from 'culori/fn';
import type { Brand } from '../../config/brand-options.ts';

/** Colours of one theme, in hexadecimal. */
interface AccentColors {
  /** Links, the background of buttons, focus. */
  accent: string;
  /** Background of what is selected or marked. */
  wash: string;
}

export type BrandColors = Readonly<Record<Theme, AccentColors>>;
type Theme = 'light' | 'dark';

/** The contrast that WCAG 2 requires for text (level AA). */
const CONTRAST_MIN = 4.5;

/**
 * The lightest and the darkest surface of each theme that has text in the accent's colour, from `ui/theme/tokens.css`:
 * the page, and what is under the pointer. The wash has the hue of the brand.
 */
const surfaces: Readonly<Record<Theme, { fixed: readonly string[]; wash: { l: number; c: number } }>> = {
  light: { fixed: ['oklch(0.99 0.003 270)', 'oklch(0.945 0.008 270)'], wash: { l: 0.955, c: 0.025 } },
  dark: { fixed: ['oklch(0.17 0.012 270)', 'oklch(0.245 0.016 270)'], wash: { l: 0.25, c: 0.035 } },
};

const STEP = 0.005;
const toOklch = converter('oklch');

type BrandColor = NonNullable<Brand['color']>;

/** A colour that the site can't use, and why. */
interface ColorFault {
  /** Theme that has the colour. Undefined means both. */
  theme: Theme | undefined;
  message: string;
}

/**
 * Derives the colours of both themes. One colour becomes darker for the light theme, and lighter for the dark one,
 * until text in it can be read on every surface. A colour for each theme stays as it is, and is a fault if it can't be
 * read.
 */
export function deriveBrandColors(color: BrandColor): { colors?: BrandColors; faults: ColorFault[] } {
  const isPair = typeof color !== 'string';
  const faults: ColorFault[] = [];
  const derive = (theme: Theme): AccentColors | undefined => {
    const colorText = isPair ? color[theme] : color;
    const parsedColor = parseOpaque(colorText);
    if (typeof parsedColor === 'string') {
      if (isPair || theme === 'light')
        faults.push({ theme: isPair ? theme : undefined, message: parsedColor });
      return undefined;
    }
    const wash = makeWash(parsedColor, theme);
    const accent = isPair ? formatHex(parsedColor) : makeReadable(parsedColor, theme, wash);
    const contrast = findLowestContrast(accent, theme, wash);
    if (contrast < CONTRAST_MIN)
      faults.push({
        theme,
        message: `"${colorText}" has a contrast of ${(Math.floor(contrast * 10) / 10).toFixed(1)} in the ${theme} theme, and text needs ${CONTRAST_MIN}. Use "${makeReadable(parsedColor, theme, wash)}", or write one colour for both themes: \`color: '${colorText}'\``,
      });
    return { accent, wash };
  };
  const [light, dark] = [derive('light'), derive('dark')];
  return light && dark && faults.length === 0 ? { colors: { light, dark }, faults } : { faults };
}

/** The parsed colour, or why it can't be used. */
function parseOpaque(colorText: string): Oklch | string {
  const parsedColor = parse(colorText);
  if (parsedColor === undefined)
    return `"${colorText}" isn't a CSS colour. Write one such as "#0b7285" or "oklch(0.5 0.1 205)"`;
  if (parsedColor.alpha !== undefined && parsedColor.alpha < 1)
    return `"${colorText}" is transparent, so its contrast isn't known. Write a colour without transparency`;
  return toOklch(parsedColor);
}

function makeWash({ c, h = 0 }: Oklch, theme: Theme): string {
  const { wash } = surfaces[theme];
  return toHex({ mode: 'oklch', l: wash.l, c: Math.min(c, wash.c), h });
}

function makeReadable(color: Oklch, theme: Theme, wash: string): string {
  const originalHex = formatHex(color);
  if (findLowestContrast(originalHex, theme, wash) >= CONTRAST_MIN) return originalHex;
  const { l, c, h = 0 } = color;
  const step = theme === 'light' ? -STEP : STEP;
  for (let lightness = l; lightness > 0 && lightness < 1; lightness += step) {
    const hex = toHex({ mode: 'oklch', l: lightness, c, h });
    if (findLowestContrast(hex, theme, wash) >= CONTRAST_MIN) return hex;
  }
  return theme === 'light' ? '#000000' : '#ffffff';
}

function findLowestContrast(accent: string, theme: Theme, wash: string): number {
  return Math.min(...[...surfaces[theme].fixed, wash].map((surface) => wcagContrast(accent, surface)));
}

/** The nearest colour that screens can show, with the same hue and lightness. */
function toHex(color: Oklch): string {
  return formatHex(clampChroma(color, 'oklch'));
}
