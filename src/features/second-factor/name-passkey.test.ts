import { expect, test } from 'vitest';
import { english, findSpokenTexts } from '../../config/texts.ts';
import { namePasskey } from './name-passkey.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';

test.each([
  ['en', firefox, 'Firefox on Linux'],
  ['es', firefox, 'Firefox en Linux'],
  ['es', safari, 'Safari en macOS'],
  ['es', undefined, ''],
])('a new passkey is named in the language of a site in %s', (locale, userAgent, name) => {
  const texts = findSpokenTexts(locale) ?? english;
  expect(namePasskey({ headers: { 'user-agent': userAgent }, gate: { release: { texts } } })).toBe(name);
});
