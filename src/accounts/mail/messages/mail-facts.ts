import { findMessageLanguage } from '../../../config/messages.ts';

/** Writes a time in UTC, such as `5 January 2026 at 09:00`, in the language of the mail. */
export function formatMailTime(at: number, language: string): string {
  const options = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(findMessageLanguage(language) ?? 'en', options).format(at);
}

/** The site as mails name it: by its name and its host, or by its host alone. */
export function nameSite(origin: string, siteName: string | undefined): { site: string; host?: string } {
  const { host } = new URL(origin);
  const site = siteName?.trim() || host;
  return site === host ? { site } : { site, host };
}
