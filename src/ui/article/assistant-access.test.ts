import { expect, test } from 'vitest';
import { chooseAccess } from './assistant-access.ts';

test.each([
  ['apps and tokens', true, 90, { needsToken: false, hasPersonalTokens: true }],
  ['apps only', true, 0, { needsToken: false, hasPersonalTokens: false }],
  ['tokens only', false, 90, { needsToken: true, hasPersonalTokens: true }],
  ['neither', false, 0, undefined],
])('chooses how assistants get access to a site with %s', (_, letsAgentsIn, longestDays, access) => {
  expect(chooseAccess({ letsAgentsIn, longestDays })).toEqual(access);
});
