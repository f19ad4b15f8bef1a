import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from '../../model/manifest.ts';
import type { PreparedSite } from '../site-build.ts';
import { readBrandColors } from './read-brand.ts';

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

type Bundle = PreparedSite['bundle'];

async function describeLogo({ assets, files }: Bundle): Promise<NonNullable<Manifest['brand']>['logo']> {
  const { src } = assets.logo ?? {};
  if (src === undefined || !shownByClients.test(src)) return undefined;
  const file = files.find(({ url }) => path.posix.basename(url) === path.posix.basename(src));
  const bytes = file && (await readFile(file.file));
  if (file === undefined || bytes === undefined || bytes.length > LOGO_MAX_BYTES) return undefined;
  const size = await measure(bytes);
  if (size === undefined) return undefined;
  const scale = Math.min(LOGO_HEIGHT / size.height, LOGO_WIDTH_MAX / size.width);
  const toPixels = (length: number) => Math.max(1, Math.round(length * scale));
  return { url: file.url, width: toPixels(size.width), height: toPixels(size.height) };
}

/** Undefined for a file that isn't the picture that its name promises. */
async function measure(bytes: Uint8Array): Promise<{ width: number; height: number } | undefined> {
  // Loaded only here: most builds have no such logo.
  const { imageSize } = await import('image-size');
  try {
    return imageSize(bytes);
  } catch {
    return undefined;
  }
}
