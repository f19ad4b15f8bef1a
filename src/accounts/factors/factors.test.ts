import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeBase32, toBase32 } from './base32.ts';
import { createSecretCipher } from './encrypted-secret.ts';
import { buildOtpauthUrl, createCodeSecret, findCodeStep } from './one-time-code.ts';
import { generateRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';
import { openSecretKey } from './secret-key.ts';

describe('one-time codes', () => {
  // From RFC 6238, appendix B: the last six of the eight digits.
  const secret = toBase32(Buffer.from('12345678901234567890'));
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [20000000000, '353130'],
  ])('match RFC 6238 at %i s', (seconds, code) => {
    expect(findCodeStep(secret, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
  });

  it('are valid from half a minute before to half a minute after their time', () => {
    const step = Math.floor(1234567890 / 30);
    const findStepAt = (steps: number) => findCodeStep(secret, '005 924', (step + steps) * 30_000);
    expect([-2, -1, 0, 1, 2].map(findStepAt)).toEqual([undefined, step, step, step, undefined]);
    expect(findCodeStep(secret, '05924', 1234567890_000)).toBeUndefined();
  });

  it('use a secret that every app can read', () => {
    const secret = createCodeSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(toBase32(decodeBase32(secret))).toBe(secret);
    expect(
      buildOtpauthUrl({ secret: secret, issuer: 'docs.example:3000', account: 'ana+1@example.com' }),
    ).toBe(
      `otpauth://totp/docs.example%3A3000:ana%2B1%40example.com?secret=${secret}&issuer=docs.example%3A3000`,
    );
  });
});

it('creates ten recovery codes with 120 random bits each, and accepts them however they are typed', () => {
  const codes = generateRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){5}$/);
  const [first = ''] = codes;
  expect(hashRecoveryCode(` ${first.toUpperCase().replaceAll('-', ' ')}`)).toBe(hashRecoveryCode(first));
  expect(hashRecoveryCode('123456')).toBeUndefined();
});

describe('the secret of one-time codes', () => {
  it('is encrypted with a key in a separate file, which all processes of the machine share', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'key-'));
    const settings = { DATA_DIR: folder, DATABASE_URL: undefined, SECRET_KEY: undefined };
    const openKey = () => openSecretKey(settings) ?? expect.fail('There is no key.');
    expect(openKey().read()).toBeUndefined();
    const encrypted = createSecretCipher(openKey()).encrypt('rosa', 'JBSWY3DP');
    expect(encrypted).not.toContain('JBSWY3DP');
    expect(createSecretCipher(openKey()).decrypt('rosa', encrypted)).toBe('JBSWY3DP');
    expect(createSecretCipher(openKey()).decrypt('eva', encrypted)).toBeUndefined();
    expect(statSync(path.join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
    const text = openKey().read();
    expect(openSecretKey({ ...settings, SECRET_KEY: text })?.read()).toBe(text);
    rmSync(folder, { recursive: true });
    expect(createSecretCipher(openKey()).decrypt('rosa', encrypted)).toBeUndefined();
  });

  it.each(['', '\n', 'abc', '0123456789012345678901234567890'])(
    "isn't encrypted with a damaged key (%j)",
    (text) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'key-'));
      writeFileSync(path.join(folder, 'secret.key'), text);
      const key = openSecretKey({ DATA_DIR: folder, DATABASE_URL: undefined, SECRET_KEY: undefined });
      const damage = expect.objectContaining({
        code: 'store-corrupt',
        message: expect.stringContaining(`${path.join(folder, 'secret.key')} is damaged`),
      });
      expect(() => key?.read()).toThrow(damage);
      expect(() => key?.create()).toThrow(damage);
      rmSync(folder, { recursive: true });
    },
  );

  it('is not stored if machines share a database but no key', () => {
    expect(
      openSecretKey({ DATA_DIR: 'data', DATABASE_URL: 'postgres://h/d', SECRET_KEY: undefined }),
    ).toBeUndefined();
  });
});
