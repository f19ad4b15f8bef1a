import { getPageLanguage } from './page-language.ts';

const days = new Intl.DateTimeFormat(getPageLanguage(), { dateStyle: 'medium' });
const times = new Intl.DateTimeFormat(getPageLanguage(), { dateStyle: 'medium', timeStyle: 'short' });

/** A time of the API in the reader's time zone. */
export function LocalTime({ at, isDay = false }: { at: string; isDay?: boolean }) {
  return <time dateTime={at}>{(isDay ? days : times).format(new Date(at))}</time>;
}
