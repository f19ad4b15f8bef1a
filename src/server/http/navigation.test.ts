import { expect, test } from 'vitest';
import { isNavigation } from './navigation.ts';

test.each([
  ['GET', { 'sec-fetch-mode': 'navigate' }, true],
  ['HEAD', { 'sec-fetch-mode': 'navigate' }, true],
  ['GET', { 'sec-fetch-mode': 'no-cors', accept: 'text/html' }, false],
  ['GET', { accept: 'text/html,application/xhtml+xml' }, true],
  ['GET', { accept: 'TEXT/HTML;q=0.9, */*;q=0.8' }, true],
  ['GET', { accept: 'text/html;q=0, application/json' }, false],
  ['GET', { accept: '*/*' }, false],
  ['GET', {}, false],
  ['POST', { 'sec-fetch-mode': 'navigate' }, false],
])('%s with %j is a navigation: %j', (method, headers, navigation) => {
  expect(isNavigation(method, headers)).toBe(navigation);
});
