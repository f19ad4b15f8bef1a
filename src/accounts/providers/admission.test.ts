import { describe, expect, test } from 'vitest';
import { parseClaimRule } from '../../config/claim-rule.ts';
import { type AdmissionRules, admit, type Claims } from './admission.ts';

const identity = { issuer: 'https://id.example', subject: 's-1' };
const ana = { email: 'Ana@Example.com', email_verified: true, name: 'Ana Ruiz' };
const rule = (text: string) => {
  const parsed = parseClaimRule(text);
  if (!parsed) throw new Error(text);
  return parsed;
};
const ask = (claims: Claims, rules: AdmissionRules) => admit(claims, identity, rules);
const faultOf = (claims: Claims, rules: AdmissionRules) => {
  const asked = ask(claims, rules);
  return asked.outcome === 'verified' ? 'let in' : asked.fault;
};
const roleOf = (claims: Claims, rules: AdmissionRules) => {
  const asked = ask(claims, { domains: 'any', ...rules });
  return asked.outcome === 'verified' ? asked.person.role : asked.outcome;
};

test('a person is known by issuer and subject, and called what the provider calls them', () => {
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
])('a name is one harmless line: %j', (name, shown) => {
  expect(ask({ ...ana, name }, { domains: 'any' })).toMatchObject({ person: { name: shown } });
});

describe('by domain', () => {
  const rules = { domains: ['example.com', 'example.org'] };

  test.each(['ana@example.com', 'ANA@EXAMPLE.ORG'])('%s is let in', (email) => {
    expect(faultOf({ ...ana, email }, rules)).toBe('let in');
  });

  test.each([
    'ana@sub.example.com',
    'ana@example.com.evil.test',
    'ana@evilexample.com',
    'ana@evil.test@example.net',
    'ana+example.com@evil.test',
  ])('%s is not', (email) => {
    expect(faultOf({ ...ana, email }, rules)).not.toBe('let in');
  });

  test.each([false, undefined, 'false', 1, null])('email_verified %j is no proof', (email_verified) => {
    expect(faultOf({ ...ana, email_verified }, rules)).toBe('email-unverified');
  });

  test.each([
    ['example.com', 'let in'],
    ['EXAMPLE.com', 'let in'],
    ['evil.test', 'not-allowed'],
    [undefined, 'not-allowed'],
  ])('of Google, who belongs to %s is %s', (hd, outcome) => {
    // As the provider writes it, and as a URL is written out.
    for (const issuer of ['https://accounts.google.com', 'https://accounts.google.com/']) {
      const admitted = admit({ ...ana, hd }, { issuer, subject: 's' }, rules);
      expect(admitted.outcome === 'verified' ? 'let in' : admitted.fault).toBe(outcome);
    }
  });

  test.each([undefined, '', 'ana', 7, ['ana@example.com']])('the e-mail %j is none', (email) => {
    expect(faultOf({ ...ana, email }, rules)).toBe('email-missing');
  });
});

describe('by claim', () => {
  const rules = { claim: rule('groups=docs,handbook') };

  test.each([['docs'], 'handbook', ['x', 'handbook']])('%j is let in', (groups) => {
    expect(faultOf({ ...ana, groups }, rules)).toBe('let in');
  });

  test.each([undefined, 'docs-old', [], ['Docs'], { docs: true }, [['docs']], 'docs,handbook'])(
    '%j is not',
    (groups) => {
      expect(faultOf({ ...ana, groups }, rules)).toBe('not-allowed');
    },
  );

  test('its dots lead into objects, but never to what objects inherit', () => {
    const nested = { ...ana, realm_access: { roles: ['docs'] } };
    expect(faultOf(nested, { claim: rule('realm_access.roles=docs') })).toBe('let in');
    expect(faultOf(ana, { claim: rule('constructor.name=Object') })).toBe('not-allowed');
  });

  test('and by domain: both must hold', () => {
    const both = { ...rules, domains: ['example.com'] };
    expect(faultOf({ ...ana, groups: 'docs' }, both)).toBe('let in');
    expect(faultOf({ ...ana, groups: 'other' }, both)).toBe('not-allowed');
    expect(faultOf({ ...ana, groups: 'docs', email: 'ana@example.net' }, both)).toBe('not-allowed');
  });
});

test('without any rule nobody is let in', () => {
  expect(faultOf(ana, {})).toBe('not-allowed');
});

describe('the role', () => {
  test('is nobody’s to say where no rule is set', () => {
    expect(roleOf(ana, {})).toBeUndefined();
  });

  test('is what the claim says, whichever way', () => {
    const rules = { adminClaim: rule('groups=admins') };
    expect(roleOf({ ...ana, groups: ['admins'] }, rules)).toBe('administrator');
    expect(roleOf({ ...ana, groups: [] }, rules)).toBe('reader');
  });

  test('is administrator’s for the e-mail named so, if the provider vouches for it', () => {
    const rules = { adminEmail: 'ana@example.com' };
    expect(roleOf(ana, rules)).toBe('administrator');
    expect(roleOf({ ...ana, email_verified: false }, rules)).toBeUndefined();
    expect(roleOf({ ...ana, email: 'eva@example.com' }, rules)).toBeUndefined();
  });
});
