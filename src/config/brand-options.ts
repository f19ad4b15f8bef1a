import { z } from 'zod';

const color = z.string().min(1);
const picture = z.string().min(1);

/** The look of the site without a style sheet. */
export const brandSchema = z.strictObject({
  /**
   * Colour of links, buttons and focus in any notation of CSS. The colours of both themes are derived from it, so that
   * text in them can be read. One for each theme is used as it is.
   */
  color: z.union([color, z.strictObject({ light: color, dark: color })]).optional(),
  /** Picture in a static folder: `/img/logo.svg`. `dark` is shown in the dark theme. */
  logo: z.union([picture, z.strictObject({ light: picture, dark: picture })]).optional(),
  /** Font file in a static folder, such as `/fonts/inter.woff2`, or names of fonts that readers have: `Georgia, serif`. */
  font: z.string().min(1).optional(),
});

export type Brand = z.output<typeof brandSchema>;

/** Whether the font is a file of the site, not a name. */
export function isFontFile(font: string): boolean {
  return /\.(?:woff2?|ttf|otf)$/i.test(font);
}
