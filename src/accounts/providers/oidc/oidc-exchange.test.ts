import { expect, test } from 'vitest';
import { joinedClaims } from './oidc-exchange.ts';

test('what the ID token says goes before what the user info says', () => {
  const joined = joinedClaims({ name: 'Ana', groups: ['a'] }, { name: 'Other', locale: 'es' });
  expect(joined).toMatchObject({ name: 'Ana', groups: ['a'], locale: 'es' });
});

test('an e-mail of the one is not vouched for by the other', () => {
  const mixed = joinedClaims(
    { email: 'ceo@corp.example' },
    { email: 'other@corp.example', email_verified: true },
  );
  expect([mixed.email, mixed.email_verified]).toEqual(['ceo@corp.example', undefined]);
  const there = joinedClaims({ email_verified: true }, { email: 'ceo@corp.example', email_verified: false });
  expect([there.email, there.email_verified]).toEqual(['ceo@corp.example', false]);
});
