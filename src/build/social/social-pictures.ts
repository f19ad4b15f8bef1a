import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isFontFile } from '../../config/brand-options.ts';
import { getContentType } from '../../model/content-types.ts';
import type { ManifestEntry } from '../../model/manifest.ts';
import { buildSocialPictureUrl } from '../../model/urls.ts';
import { readTextIfPresent } from '../../shared/if-present.ts';
import { hasSocialPicture } from '../../ui/social-picture.ts';
import { findStaticFile, readBrandColors } from '../brand/read-brand.ts';
import { measurePicture, readLogo } from '../brand/read-logo.ts';
import type { OutputCache } from '../cache/output-cache.ts';
import { computeShortHash } from '../hashing.ts';
import type { PagePlan } from '../pages/page-plan.ts';
import { writeServedFile } from '../publish/content-file.ts';
import { describeContentFile } from '../publish/write-files.ts';
import type { PreparedSite } from '../site-build.ts';
import type { DrawPicture, PictureLook } from './draw-picture.ts';

type PicturedPage = Pick<PagePlan, 'path' | 'kind' | 'headTitle' | 'description'>;

/**
 * Draws the picture of each public page that changed, and returns the entries of all. Other pages have none, because
 * only their readers could load it.
 */
export async function writeSocialPictures(
  site: PreparedSite,
  pages: readonly PicturedPage[],
  { outputs, isPublic }: { outputs: OutputCache; isPublic: (url: string) => boolean },
): Promise<ManifestEntry[]> {
  if (!site.config.publicPages?.pictures) return [];
  const picturedPages = pages.filter(
    ({ path, kind }) => hasSocialPicture(kind) && isPublic(buildSocialPictureUrl(path)),
  );
  if (picturedPages.length === 0) return [];
  const look = await readLook(site);
  const lookHash = computeShortHash(JSON.stringify(look));
  const entries: ManifestEntry[] = [];
  const due: { url: string; key: string; page: PicturedPage }[] = [];
  for (const page of picturedPages) {
    const url = buildSocialPictureUrl(page.path);
    const key = `${lookHash} ${page.headTitle}\0${page.description}`;
    const reusedEntries = outputs.reuse(url, key);
    if (reusedEntries) entries.push(...reusedEntries);
    else due.push({ url, key, page });
  }
  if (due.length === 0) return entries;
  site.progress.start('Drawing', due.length);
  const { openPictures } = await import('./draw-picture.ts');
  const draw: DrawPicture = await openPictures(look);
  for (const { url, key, page } of due) {
    const picture = draw({ title: page.headTitle, description: page.description });
    const entry = writeServedFile(outputs.distDir, describeContentFile(url, 'data', picture), {});
    entries.push(...outputs.record(url, key, [entry]));
    site.progress.advance();
  }
  return entries;
}

async function readLook({ config, folders, bundle, locale }: PreparedSite): Promise<PictureLook> {
  const brandColors = await readBrandColors(config.brand);
  const { font } = config.brand;
  const fontFile =
    font !== undefined && isFontFile(font)
      ? findStaticFile(folders.siteDir, { ...config, baseUrl: locale.basePath }, font)
      : undefined;
  return {
    name: config.name,
    accent: brandColors?.light.accent,
    logo: await readPictureLogo({ bundle, folders }, brandColors?.light.accent),
    font: fontFile === undefined ? undefined : await readFile(fontFile),
    isRightToLeft: locale.direction === 'rtl',
  };
}

/** The logo of the light theme, or else the mark of the site in the colour of the brand. */
async function readPictureLogo(
  { bundle, folders }: Pick<PreparedSite, 'bundle' | 'folders'>,
  accent = 'black',
): Promise<PictureLook['logo']> {
  const logo = await readLogo(bundle);
  if (logo) return { ...logo, type: getContentType(logo.url).type };
  const mark = readTextIfPresent(path.join(folders.siteDir, 'theme/logo.svg'))?.replaceAll(
    'currentColor',
    accent,
  );
  const bytes = mark === undefined ? undefined : Buffer.from(mark);
  const size = bytes && (await measurePicture(bytes));
  return bytes && size && { ...size, bytes, type: 'image/svg+xml' };
}
