import { describe, expect, test } from 'vitest';
import { parseClaimRule } from '../../config/claim-rule.ts';
import { type AdmissionRules, admit, type Claims } from './admission.ts';

const identity = { issuer: 'https://id.example', subject: 's-1' };
const ana = { email: 'Ana@Example.com', email_verified: true, name: 'Ana Ruiz' };
const parseRule = (text: string) => {
  const parsed = parseClaimRule(text);
  if (!parsed) throw new Error(text);
  return parsed;
};
const ask = (claims: Claims, rules: AdmissionRules) => admit(claims, identity, rules);
const findFault = (claims: Claims, rules: AdmissionRules) => {
  const admissionResult = ask(claims, rules);
  return admissionResult.outcome === 'verified' ? 'let in' : admissionResult.fault;
};
const findRole = (claims: Claims, rules: AdmissionRules) => {
  const admissionResult = ask(claims, { domains: 'any', ...rules });
  return admissionResult.outcome === 'verified' ? admissionResult.person.role : admissionResult.outcome;
};

test('identifies users by issuer and subject, and uses the name that the provider sends', () => {
  expect(ask(ana, { domains: 'any' })).toEqual({
    outcome: 'verified',
    person: { ...identity, email: 'ana@example.com', emailVerified: true, name: 'Ana Ruiz' },
  });
});

test.each([
  [undefined, 'ana'],
  ['  ', 'ana'],
  ['Ana\u001b[31m\nRuiz', 'Ana [31m Ruiz'],
  [`${'x'.repeat(300)}`, 'x'.repeat(200)],
])('reduces a name to one harmless line: %j', (name, expectedName) => {
  expect(ask({ ...ana, name }, { domains: 'any' })).toMatchObject({ person: { name: expectedName } });
});

describe('by domain', () => {
  const rules = { domains: ['example.com', 'example.org'] };

  test.each(['ana@example.com', 'ANA@EXAMPLE.ORG'])('admits %s', (email) => {
    expect(findFault({ ...ana, email }, rules)).toBe('let in');
  });

  test.each([
    'ana@sub.example.com',
    'ana@example.com.evil.test',
    'ana@evilexample.com',
    'ana@evil.test@example.net',
    'ana+example.com@evil.test',
  ])('rejects %s', (email) => {
    expect(findFault({ ...ana, email }, rules)).not.toBe('let in');
  });

  test.each([false, undefined, 'false', 1, null])('rejects email_verified %j', (email_verified) => {
    expect(findFault({ ...ana, email_verified }, rules)).toBe('email-unverified');
  });

  test.each([
    ['example.com', 'let in'],
    ['EXAMPLE.com', 'let in'],
    ['evil.test', 'not-allowed'],
    [undefined, 'not-allowed'],
  ])('answers a Google account with the hosted domain %s with %s', (hd, outcome) => {
    // With and without the scheme: Google uses both spellings of its issuer.
    for (const issuer of ['https://accounts.google.com', 'https://accounts.google.com/']) {
      const admissionResult = admit({ ...ana, hd }, { issuer, subject: 's' }, rules);
      expect(admissionResult.outcome === 'verified' ? 'let in' : admissionResult.fault).toBe(outcome);
    }
  });

  test.each([undefined, '', 'ana', 7, ['ana@example.com']])('rejects the email %j', (email) => {
    expect(findFault({ ...ana, email }, rules)).toBe('email-missing');
  });
});

describe('by claim', () => {
  const rules = { claim: parseRule('groups=docs,handbook') };

  test.each([['docs'], 'handbook', ['x', 'handbook']])('admits %j', (groups) => {
    expect(findFault({ ...ana, groups }, rules)).toBe('let in');
  });

  test.each([undefined, 'docs-old', [], ['Docs'], { docs: true }, [['docs']], 'docs,handbook'])(
    "%j isn't",
    (groups) => {
      expect(findFault({ ...ana, groups }, rules)).toBe('not-allowed');
    },
  );

  test('follows dots into objects, but never to inherited properties', () => {
    const nested = { ...ana, realm_access: { roles: ['docs'] } };
    expect(findFault(nested, { claim: parseRule('realm_access.roles=docs') })).toBe('let in');
    expect(findFault(ana, { claim: parseRule('constructor.name=Object') })).toBe('not-allowed');
  });

  test('requires both the claim and the domain if both are set', () => {
    const both = { ...rules, domains: ['example.com'] };
    expect(findFault({ ...ana, groups: 'docs' }, both)).toBe('let in');
    expect(findFault({ ...ana, groups: 'other' }, both)).toBe('not-allowed');
    expect(findFault({ ...ana, groups: 'docs', email: 'ana@example.net' }, both)).toBe('not-allowed');
  });
});

test('rejects everyone without any rule', () => {
  expect(findFault(ana, {})).toBe('not-allowed');
});

describe('the role', () => {
  test('is undefined without a rule', () => {
    expect(findRole(ana, {})).toBeUndefined();
  });

  test('follows the claim in both directions', () => {
    const rules = { adminClaim: parseRule('groups=admins') };
    expect(findRole({ ...ana, groups: ['admins'] }, rules)).toBe('administrator');
    expect(findRole({ ...ana, groups: [] }, rules)).toBe('reader');
  });

  test('is administrator for ADMIN_EMAIL, if the provider has verified the email', () => {
    const rules = { adminEmail: 'ana@example.com' };
    expect(findRole(ana, rules)).toBe('administrator');
    expect(findRole({ ...ana, email_verified: false }, rules)).toBeUndefined();
    expect(findRole({ ...ana, email: 'eva@example.com' }, rules)).toBeUndefined();
  });
});
