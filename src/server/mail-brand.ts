import type { MailBrand } from '../accounts/mail/messages/mail-brand.ts';
import { readRegularFile } from '../shared/regular-file.ts';
import { type Release, resolveEntry } from './release/release.ts';

/** The look of the site that the release has, for mails. */
export async function readMailBrand({
  brand,
  entries,
}: Pick<Release, 'brand' | 'entries'>): Promise<MailBrand> {
  const { accent, logo } = brand ?? {};
  const entry = logo && entries.get(logo.url);
  if (logo === undefined || entry === undefined) return { accent };
  const { type, variants } = await resolveEntry(entry);
  const { body, file } = variants.identity;
  const { width, height } = logo;
  return { accent, logo: { bytes: body ?? (await readRegularFile(file)), type, width, height } };
}
