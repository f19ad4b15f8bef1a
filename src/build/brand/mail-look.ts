import type { Manifest } from '../../model/manifest.ts';
import type { PreparedSite } from '../site-build.ts';
import { readBrandColors } from './read-brand.ts';
import { readLogo } from './read-logo.ts';

/** Bytes. The logo is part of every mail. */
const LOGO_MAX_BYTES = 100_000;
/** Pixels in a mail. */
const LOGO_HEIGHT = 40;
const LOGO_WIDTH_MAX = 240;
/** Pictures that mail clients show. They don't show SVG. */
const shownByClients = /\.(?:png|jpe?g|gif)$/i;

/** Describes the look of mails for the manifest. Undefined if the site has no look of its own. */
export async function describeMailLook({
  config,
  bundle,
}: Pick<PreparedSite, 'config' | 'bundle'>): Promise<Manifest['brand']> {
  const colors = await readBrandColors(config.brand);
  const accent = colors && { light: colors.light.accent, dark: colors.dark.accent };
  const logo = await describeLogo(bundle);
  return accent || logo ? { ...(accent && { accent }), ...(logo && { logo }) } : undefined;
}

async function describeLogo(bundle: PreparedSite['bundle']): Promise<NonNullable<Manifest['brand']>['logo']> {
  const logo = await readLogo(bundle);
  if (logo === undefined || !shownByClients.test(logo.url) || logo.bytes.length > LOGO_MAX_BYTES)
    return undefined;
  const scale = Math.min(LOGO_HEIGHT / logo.height, LOGO_WIDTH_MAX / logo.width);
  const toPixels = (length: number) => Math.max(1, Math.round(length * scale));
  return { url: logo.url, width: toPixels(logo.width), height: toPixels(logo.height) };
}
