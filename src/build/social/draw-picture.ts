import { readFileSync } from 'node:fs';
import type { Resvg as ResvgClass } from '@resvg/resvg-wasm';
import { escapeHtml } from '../../shared/html.ts';
import { SOCIAL_PICTURE_HEIGHT, SOCIAL_PICTURE_WIDTH } from '../../ui/social-picture.ts';
import { breakLines, type Measure, type TextStyle } from './break-lines.ts';
import { FONT_NAME, openPictureFonts, type PictureFonts } from './picture-fonts.ts';
import { findPictureFile } from './picture-packages.ts';

const MARGIN = 80;
const TEXT_WIDTH = SOCIAL_PICTURE_WIDTH - 2 * MARGIN;
const LOGO_HEIGHT = 64;
const LOGO_WIDTH_MAX = 480;
const TITLE_LINES_MAX = 3;
const DESCRIPTION_LINES_MAX = 2;

/**
 * Colours of the light theme, from `ui/theme/tokens.css`: a logo that is meant for only one theme suits light pages.
 */
const colors = { page: '#fbfbfd', text: '#1b1f2a', soft: '#565c6b', accent: '#006b78' };

/** The properties that all pictures of a site share. */
export interface PictureLook {
  name: string;
  /** Colour of the brand in hexadecimal. Undefined: that of the program. */
  accent?: string | undefined;
  logo?: { type: string; bytes: Uint8Array; width: number; height: number } | undefined;
  /** Font file of the brand. */
  font?: Uint8Array | undefined;
  /** Whether lines begin at the right. */
  isRightToLeft: boolean;
}

/** The texts of a page that its picture shows. */
interface PictureText {
  title: string;
  description: string;
}

export type DrawPicture = (text: PictureText) => Uint8Array;

const titleStyle: TextStyle = { size: 68, weight: 700, color: colors.text };
const descriptionStyle: TextStyle = { size: 32, weight: 400, color: colors.soft };
const nameStyle: TextStyle = { size: 36, weight: 700, color: colors.text };

/** Loads the packages, which `findMissingPicturePackages` has found. */
export async function openPictures(look: PictureLook): Promise<DrawPicture> {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
  await startRenderer(initWasm);
  const fonts = openPictureFonts(look.font);
  const measure = createMeasure(Resvg, fonts);
  return (text) => {
    const svg = composePicture(look, text, { fonts, measure });
    const image = new Resvg(svg, chooseFontOptions(fonts, `${look.name}${text.title}${text.description}`));
    const renderedImage = image.render();
    const png = renderedImage.asPng();
    renderedImage.free();
    image.free();
    return png;
  };
}

let starting: Promise<void> | undefined;

/** The renderer starts once in a process. */
function startRenderer(initWasm: (module: BufferSource) => Promise<void>): Promise<void> {
  starting ??= initWasm(readFileSync(findPictureFile('renderer')));
  return starting;
}

function chooseFontOptions(fonts: PictureFonts, text: string) {
  // The name of the site's own font isn't known: without a name, the first file is used.
  const family = fonts.hasBrandFont ? {} : { defaultFontFamily: FONT_NAME };
  return { font: { fontBuffers: fonts.load(`${text}…`), ...family } };
}

/** Measures words once: titles of one site share many. */
function createMeasure(Resvg: typeof ResvgClass, fonts: PictureFonts): Measure {
  const widths = new Map<string, number>();
  const measureOnce: Measure = (text, style) => {
    const image = new Resvg(
      `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${writeLine(text, style, { x: 0, y: 0, anchor: 'start' })}</svg>`,
      chooseFontOptions(fonts, text),
    );
    const box = image.getBBox();
    const width = box?.width ?? 0;
    box?.free();
    image.free();
    return width;
  };
  return (text, style) => {
    const key = `${style.size} ${style.weight} ${text}`;
    const width = widths.get(key) ?? measureOnce(text, style);
    widths.set(key, width);
    return width;
  };
}

interface Drawing {
  fonts: PictureFonts;
  measure: Measure;
}

/** The picture as SVG: logo and name above, the title below, and a bar of the brand's colour at the edge. */
function composePicture(look: PictureLook, text: PictureText, { fonts, measure }: Drawing): string {
  const { name, logo, accent = colors.accent, isRightToLeft } = look;
  const edge = isRightToLeft ? SOCIAL_PICTURE_WIDTH - MARGIN : MARGIN;
  const anchor = isRightToLeft ? 'end' : 'start';
  const fitLines = (words: string, style: TextStyle, linesMax: number) =>
    fonts.canDraw(words) ? breakLines(words, style, { measure, linesMax, width: TEXT_WIDTH }) : [];
  const title = fitLines(text.title, titleStyle, TITLE_LINES_MAX);
  const description = fitLines(text.description, descriptionStyle, DESCRIPTION_LINES_MAX);
  const logoScale = logo ? Math.min(LOGO_HEIGHT / logo.height, LOGO_WIDTH_MAX / logo.width) : 0;
  const logoWidth = logo ? logo.width * logoScale : 0;
  const logoX = isRightToLeft ? edge - logoWidth : edge;
  const picture = logo
    ? `<image x="${logoX}" y="${MARGIN}" width="${logoWidth}" height="${logo.height * logoScale}" href="data:${logo.type};base64,${Buffer.from(logo.bytes).toString('base64')}"/>`
    : '';
  const besideLogo = logo ? (logoWidth + 24) * (isRightToLeft ? -1 : 1) : 0;
  const [shownName = ''] = fitLines(name, nameStyle, 1);
  const bottom = SOCIAL_PICTURE_HEIGHT - MARGIN;
  const lines = [
    ...placeLines(description, descriptionStyle, bottom),
    ...placeLines(
      title,
      titleStyle,
      bottom - (description.length > 0 ? description.length * computeLineHeight(descriptionStyle) + 24 : 0),
    ),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SOCIAL_PICTURE_WIDTH}" height="${SOCIAL_PICTURE_HEIGHT}">
<rect width="${SOCIAL_PICTURE_WIDTH}" height="${SOCIAL_PICTURE_HEIGHT}" fill="${colors.page}"/>
<rect x="${isRightToLeft ? SOCIAL_PICTURE_WIDTH - 16 : 0}" width="16" height="${SOCIAL_PICTURE_HEIGHT}" fill="${escapeHtml(accent)}"/>
${picture}${writeLine(shownName, nameStyle, { x: edge + besideLogo, y: MARGIN + LOGO_HEIGHT / 2 + 13, anchor })}
${lines.map(({ line, style, y }) => writeLine(line, style, { x: edge, y, anchor })).join('\n')}
</svg>`;
}

function computeLineHeight({ size }: TextStyle): number {
  return Math.round(size * 1.25);
}

/** Places lines so that the last one ends at `below`. */
function placeLines(lines: readonly string[], style: TextStyle, below: number) {
  return lines.map((line, index) => ({
    line,
    style,
    y: below - (lines.length - 1 - index) * computeLineHeight(style) - Math.round(style.size * 0.2),
  }));
}

function writeLine(
  text: string,
  { size, weight, color }: TextStyle,
  { x, y, anchor }: { x: number; y: number; anchor: 'start' | 'end' },
): string {
  if (text === '') return '';
  return `<text x="${x}" y="${y}" font-family="sans-serif" font-size="${size}" font-weight="${weight}" fill="${color}" text-anchor="${anchor}" xml:space="preserve">${escapeHtml(text)}</text>`;
}
