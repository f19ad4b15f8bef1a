import { expect, test } from 'vitest';
import { mergeClaims } from './oidc-exchange.ts';

test('prefers the claims of the ID token to those of the user info', () => {
  const mergedClaims = mergeClaims({ name: 'Ana', groups: ['a'] }, { name: 'Other', locale: 'es' });
  expect(mergedClaims).toMatchObject({ name: 'Ana', groups: ['a'], locale: 'es' });
});

test('takes the email and its verification from the same source', () => {
  const mergedResult = mergeClaims(
    { email: 'ceo@corp.example' },
    { email: 'other@corp.example', email_verified: true },
  );
  expect([mergedResult.email, mergedResult.email_verified]).toEqual(['ceo@corp.example', undefined]);
  const there = mergeClaims({ email_verified: true }, { email: 'ceo@corp.example', email_verified: false });
  expect([there.email, there.email_verified]).toEqual(['ceo@corp.example', false]);
});
