import { describe, expect, test } from 'vitest';
import { formatProblem } from '../shared/problem.ts';
import { readEnvironment } from './environment.ts';

const read = (source: Record<string, string>) =>
  readEnvironment(source, { features: [], folder: '/nowhere' });
const listProblems = (source: Record<string, string>) => read(source).problems.map(formatProblem);

const oidc = {
  IDENTITY: 'oidc',
  BASE_URL: 'https://docs.example',
  OIDC_ISSUER: 'https://id.example/realm',
  OIDC_CLIENT_ID: 'docs',
  OIDC_CLIENT_SECRET: 'a secret of enough length',
  OIDC_ALLOW_DOMAINS: 'Example.com, example.org',
};
const firebase = {
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: 'demo-docs',
  FIREBASE_API_KEY: 'AIza-key',
  FIREBASE_ALLOW_CLAIM: 'docs=reader',
};

describe('IDENTITY=oidc', () => {
  test('is accepted with everything it requires', () => {
    expect(read(oidc).environment).toMatchObject({
      OIDC_ISSUER: 'https://id.example/realm',
      OIDC_SCOPES: 'openid email profile',
      OIDC_ALLOW_DOMAINS: ['example.com', 'example.org'],
    });
  });

  test('reports all missing settings at once', () => {
    expect(listProblems({ IDENTITY: 'oidc', OIDC_CLIENT_SECRET: 'short', PORT: 'x' }).sort()).toEqual([
      'IDENTITY=oidc requires BASE_URL.',
      'IDENTITY=oidc requires OIDC_ALLOW_DOMAINS or OIDC_ALLOW_CLAIM, which decides who can read.',
      'IDENTITY=oidc requires OIDC_CLIENT_ID.',
      'IDENTITY=oidc requires OIDC_ISSUER.',
      expect.stringMatching(/^OIDC_CLIENT_SECRET must have at least 16 characters/),
      'PORT must be a number from 0 to 65535.',
    ]);
  });

  test.each([
    ['OIDC_ISSUER', 'http://id.example'],
    ['OIDC_ISSUER', 'https://id.example/?tenant=x'],
    ['OIDC_ISSUER', 'id.example'],
    ['OIDC_SCOPES', 'email'],
    ['OIDC_ALLOW_DOMAINS', '@example.com'],
    ['OIDC_ALLOW_DOMAINS', ' , '],
    ['OIDC_ALLOW_DOMAINS', '*, example.com'],
    ['OIDC_ALLOW_CLAIM', 'groups'],
    ['OIDC_ADMIN_CLAIM', '=admins'],
    ['ADMIN_PASSWORD', 'correct horse battery'],
  ])('rejects %s=%s', (name, value) => {
    expect(listProblems({ ...oidc, [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name} `)),
    ]);
  });

  test('accepts a provider on this machine without TLS', () => {
    expect(listProblems({ ...oidc, OIDC_ISSUER: 'http://127.0.0.1:8080/realm' })).toEqual([]);
    // Names below `localhost` are this machine, too, as for the session cookie.
    expect(listProblems({ ...oidc, OIDC_ISSUER: 'http://id.localhost:8080/realm' })).toEqual([]);
  });

  test('accepts claims with colons and slashes in their name, and several values', () => {
    const { environment } = read({ ...oidc, OIDC_ADMIN_CLAIM: 'https://id.example/roles=admin, editor' });
    expect(environment?.OIDC_ADMIN_CLAIM).toEqual({
      name: 'https://id.example/roles',
      values: ['admin', 'editor'],
    });
  });

  test('names the administrator only by email', () => {
    expect(listProblems({ ...oidc, ADMIN_EMAIL: 'ana@example.com' })).toEqual([]);
  });
});

describe('IDENTITY=firebase', () => {
  test('is accepted with everything it requires', () => {
    expect(read(firebase).environment).toMatchObject({ FIREBASE_PROVIDERS: ['password', 'google'] });
  });

  test('reports all missing settings at once', () => {
    expect(listProblems({ IDENTITY: 'firebase', FIREBASE_PROVIDERS: 'password,phone' }).sort()).toEqual([
      'FIREBASE_PROVIDERS must be one of password, google.',
      'IDENTITY=firebase requires FIREBASE_ALLOW_DOMAINS or FIREBASE_ALLOW_CLAIM, which decides who can read.',
      'IDENTITY=firebase requires FIREBASE_API_KEY.',
      'IDENTITY=firebase requires FIREBASE_PROJECT_ID.',
    ]);
  });

  test('lets in all users of the provider if it is set explicitly', () => {
    expect(read({ ...firebase, FIREBASE_ALLOW_DOMAINS: '*' }).environment?.FIREBASE_ALLOW_DOMAINS).toBe(
      'any',
    );
  });
});

describe('an emulator', () => {
  const emulated = { ...firebase, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' };

  test('is accepted on this machine', () => {
    expect(listProblems(emulated)).toEqual([]);
    expect(listProblems({ ...emulated, BASE_URL: 'http://localhost:3000', HOST: '::1' })).toEqual([]);
  });

  test('is rejected in production, in every identity mode', () => {
    const refusal = [
      expect.stringMatching(/^FIREBASE_AUTH_EMULATOR_HOST must not be set with NODE_ENV=production/),
    ];
    expect(listProblems({ ...emulated, NODE_ENV: 'production' })).toEqual(refusal);
    expect(listProblems({ ...emulated, NODE_ENV: 'production', IDENTITY: 'local' })).toEqual(refusal);
  });

  test.each([{ BASE_URL: 'https://docs.example' }, { HOST: '0.0.0.0' }])(
    'is refused where others reach the site: %o',
    (reach) => {
      expect(listProblems({ ...emulated, ...reach })).toEqual([
        expect.stringMatching(/^FIREBASE_AUTH_EMULATOR_HOST needs a HOST and BASE_URL on this machine/),
      ]);
    },
  );

  test('is rejected behind a proxy, which lets other machines in', () => {
    expect(listProblems({ ...emulated, TRUST_PROXY: 'on' })).toEqual([
      expect.stringMatching(/^FIREBASE_AUTH_EMULATOR_HOST must not be set with TRUST_PROXY=on/),
    ]);
  });
});
