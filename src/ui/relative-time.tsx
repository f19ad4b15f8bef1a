import { getPageLanguage } from './page-language.ts';
import { writeRelativeTime } from './write-relative-time.ts';

const exact = new Intl.DateTimeFormat(getPageLanguage(), { dateStyle: 'medium', timeStyle: 'medium' });

/** A time of the API as seen from now. The exact one appears on hover, in the reader's time zone. */
export function RelativeTime({ at }: { at: string }) {
  const time = new Date(at);
  return (
    <time dateTime={at} title={exact.format(time)}>
      {writeRelativeTime(time, new Date(), getPageLanguage())}
    </time>
  );
}
