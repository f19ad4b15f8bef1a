import { describe, expect, it } from 'vitest';
import { quickArgon2 } from '../../../testing/identity-fixture.ts';
import { writeSentence } from '../../config/texts.ts';
import { createArgon2Hasher, createHashingQueue } from './hashing-queue.ts';
import { canBePassword, findPasswordFault } from './password-rules.ts';

describe('a new password', () => {
  const email = 'rosa.hernandez@example.com';

  it.each([
    'a long enough secret',
    'contraseña segura',
    'sommer im garten mit rosa',
    'gatehouse keeper of lighthouses',
    'k7-Sommer-vq2-9zt',
    'Gatehouse welcome summer harbor 9x',
    'xK3-pq9_Lm2z',
    'пароль надёжный',
    '密码密钥安全文档门户系统十二',
    '🦊 twelve foxes',
    Array.from({ length: 80 }, (_, index) => (index * 7_919 + 31).toString(36))
      .join(' ')
      .slice(0, 256),
  ])('can be %s', async (password) => {
    expect(await findPasswordFault(password, email)).toBeUndefined();
  });

  it.each([
    ['', 'at least 12'],
    ['eleven char', 'at least 12'],
    // Twelve UTF-16 units, but six characters.
    ['🦊🦊🦊🐻🐻🐻', 'at least 12'],
    // Fourteen code points as typed, but eleven after composition.
    ['e\u0301e\u0301e\u0301abcdefgh', 'at least 12'],
    ['xy '.repeat(86), 'at most 256'],
    ['half a character \ud83e', 'invalid characters'],
    ['Rosa.Hernandez@example.com', "can't be your email"],
    ['rosa.hernandez', "can't be your email"],
    ['PasswordPassword', 'too easy to guess'],
    ['contrasen\u0303a1234', 'too easy to guess'],
    ['aaaaaaaaaaaa', 'too easy to guess'],
    ['abcabcabcabc', 'too easy to guess'],
    ['secretsecret', 'too easy to guess'],
    ['123456789012', 'too easy to guess'],
    ['210987654321', 'too easy to guess'],
    ['ABCDEFGHIJKL', 'too easy to guess'],
    ['Password123!', 'too easy to guess'],
    ['P@ssw0rd1234', 'too easy to guess'],
    ['Admin@123456', 'too easy to guess'],
    ['Welcome2026!', 'too easy to guess'],
    ['Summer2026!!', 'too easy to guess'],
    ['iloveyou1234', 'too easy to guess'],
    ['qwertyuiopas', 'too easy to guess'],
    ['administrador2026', 'too easy to guess'],
    ['correct horse battery staple', 'too easy to guess'],
    ['harbordocs2026', 'too easy to guess'],
    ['Rosa.Hernandez@example.com1', 'too easy to guess'],
    // Made of the name of the program, the site, its host or the owner.
    ['Gatehouse2026!', 'too easy to guess'],
    ['gatehouse-2026', 'too easy to guess'],
    ['G4tehouse!2026', 'too easy to guess'],
    ['2026Gatehouse2027', 'too easy to guess'],
    ['Harbor!!2026!!', 'too easy to guess'],
    ['Rosa#Hernandez#26', 'too easy to guess'],
    // Made of seasons, months and days in several languages.
    ['Sommer2026!!', 'too easy to guess'],
    ['S0mmer2026!!', 'too easy to guess'],
    ['sommer-sommer-26', 'too easy to guess'],
    ['SommerHerbst26!', 'too easy to guess'],
    ['Frühling#2026', 'too easy to guess'],
    ['Madrid2026!!!', 'too easy to guess'],
    ['tequieromucho', 'too easy to guess'],
    ['IchLiebeDich1', 'too easy to guess'],
    ['Otono2026!!!!', 'too easy to guess'],
    ['Primavera.2026', 'too easy to guess'],
    ['Printemps2026!', 'too easy to guess'],
    ['Zomer2026!!!!', 'too easy to guess'],
    ['Jesień2026!!!', 'too easy to guess'],
    ['Septiembre2026!', 'too easy to guess'],
    ['Dezember2026!!', 'too easy to guess'],
    ['Donnerstag#26', 'too easy to guess'],
    ['Listopad2026!', 'too easy to guess'],
    ['Октябрь2026!!', 'too easy to guess'],
    // Made of greetings, or the word "password" itself.
    ['Willkommen#2026', 'too easy to guess'],
    ['W1llkommen2026', 'too easy to guess'],
    ['Bienvenue2026!', 'too easy to guess'],
    ['MotDePasse2026!', 'too easy to guess'],
    ['Passwort!2026!', 'too easy to guess'],
    ['Wachtwoord-2026', 'too easy to guess'],
    ['Пароль2026!!!', 'too easy to guess'],
    ['Administrador#26', 'too easy to guess'],
  ])("can't be %j", async (password, fault) => {
    const sentence = await findPasswordFault(password, email, ['Harbor', 'docs.harbor.example']);
    expect(sentence && writeSentence(sentence)).toContain(fault);
  });

  it("a password that is too long can't belong to any account", () => {
    expect(canBePassword('x'.repeat(256))).toBe(true);
    expect(canBePassword('x'.repeat(257))).toBe(false);
    expect(canBePassword('e\u0301'.repeat(256))).toBe(true);
    expect(canBePassword('x'.repeat(10_000_000))).toBe(false);
  });
});

describe('hashing', () => {
  const hasher = createArgon2Hasher();

  it('uses argon2id with 64 MiB, three passes, one lane and a salt', async () => {
    const [one, two] = await Promise.all([
      hasher.hash('a long enough secret'),
      hasher.hash('a long enough secret'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    expect(one).not.toBe(two);
    expect(await hasher.verify(one, 'a long enough secret')).toBe(true);
    expect(await hasher.verify(one, 'another long secret')).toBe(false);
    expect(hasher.isOutdated(one)).toBe(false);
    expect(quickArgon2.isOutdated(one)).toBe(true);
  });

  it('has a dummy hash of the same cost and form that no password matches', async () => {
    const real = (await hasher.hash('a long enough secret')).split('$');
    const dummy = hasher.dummy.split('$');
    expect(dummy.slice(0, 4)).toEqual(real.slice(0, 4));
    expect(dummy.map((part) => part.length)).toEqual(real.map((part) => part.length));
    for (const password of ['', 'salt', '\0'.repeat(32)]) {
      expect(await hasher.verify(hasher.dummy, password)).toBe(false);
    }
  });

  it('runs two at a time and rejects requests that would wait too long', async () => {
    let running = 0;
    let most = 0;
    const attempt = {
      ...quickArgon2,
      hash: async (password: string) => {
        most = Math.max(most, ++running);
        const hash = await quickArgon2.hash(password);
        running--;
        return hash;
      },
    };
    const queue = createHashingQueue(attempt, { concurrency: 2, waiting: 5 });
    const results = await Promise.all(Array.from({ length: 10 }, () => queue.hash('a long enough secret')));
    expect(most).toBe(2);
    expect(results.map((result) => result === 'busy')).toEqual([
      ...Array(7).fill(false),
      ...Array(3).fill(true),
    ]);
    expect(await queue.hash('a long enough secret')).not.toBe('busy');
  });

  it('continues after a failure', async () => {
    const queue = createHashingQueue(quickArgon2, { concurrency: 1, waiting: 5 });
    const brokenCheck = queue.verify('not a hash', 'x');
    const next = queue.hash('a long enough secret');
    await expect(brokenCheck).rejects.toThrow();
    expect(await next).toContain('argon2id');
  });

  it('matches nothing without a hash', async () => {
    const queue = createHashingQueue(quickArgon2, { concurrency: 2, waiting: 5 });
    for (const hash of [null, undefined]) expect(await queue.verify(hash, '')).toBe('mismatch');
    expect(await queue.verify(await queue.hash('a long enough secret'), 'a long enough secret')).toBe(
      'match',
    );
  });
});
