import { describe, expect, it } from 'vitest';
import { quickArgon2 } from '../../../bench/support/identity-bench.ts';
import { argon2Hasher, hashingQueue } from './hashing-queue.ts';
import { canBePassword, passwordFault } from './password-rules.ts';

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
    Array.from({ length: 80 }, (_, at) => (at * 7_919 + 31).toString(36))
      .join(' ')
      .slice(0, 256),
  ])('may be %s', async (password) => {
    expect(await passwordFault(password, email)).toBeUndefined();
  });

  it.each([
    ['', 'at least 12'],
    ['eleven char', 'at least 12'],
    // Twelve units, six characters.
    ['🦊🦊🦊🐻🐻🐻', 'at least 12'],
    // Fourteen code points as typed, eleven after composing.
    ['e\u0301e\u0301e\u0301abcdefgh', 'at least 12'],
    ['xy '.repeat(86), 'at most 256'],
    ['half a character \ud83e', 'cannot be kept'],
    ['Rosa.Hernandez@example.com', 'must not be the e-mail'],
    ['rosa.hernandez', 'must not be the e-mail'],
    ['PasswordPassword', 'among the first'],
    ['contrasen\u0303a1234', 'among the first'],
    ['aaaaaaaaaaaa', 'among the first'],
    ['abcabcabcabc', 'among the first'],
    ['secretsecret', 'among the first'],
    ['123456789012', 'among the first'],
    ['210987654321', 'among the first'],
    ['ABCDEFGHIJKL', 'among the first'],
    ['Password123!', 'among the first'],
    ['P@ssw0rd1234', 'among the first'],
    ['Admin@123456', 'among the first'],
    ['Welcome2026!', 'among the first'],
    ['Summer2026!!', 'among the first'],
    ['iloveyou1234', 'among the first'],
    ['qwertyuiopas', 'among the first'],
    ['administrador2026', 'among the first'],
    ['correct horse battery staple', 'among the first'],
    ['harbordocs2026', 'among the first'],
    ['Rosa.Hernandez@example.com1', 'among the first'],
    // The program, the site, its address, the owner.
    ['Gatehouse2026!', 'among the first'],
    ['gatehouse-2026', 'among the first'],
    ['G4tehouse!2026', 'among the first'],
    ['2026Gatehouse2027', 'among the first'],
    ['Harbor!!2026!!', 'among the first'],
    ['Rosa#Hernandez#26', 'among the first'],
    // Seasons, months and days, in other languages.
    ['Sommer2026!!', 'among the first'],
    ['S0mmer2026!!', 'among the first'],
    ['sommer-sommer-26', 'among the first'],
    ['SommerHerbst26!', 'among the first'],
    ['Frühling#2026', 'among the first'],
    ['Otono2026!!!!', 'among the first'],
    ['Primavera.2026', 'among the first'],
    ['Printemps2026!', 'among the first'],
    ['Zomer2026!!!!', 'among the first'],
    ['Jesień2026!!!', 'among the first'],
    ['Septiembre2026!', 'among the first'],
    ['Dezember2026!!', 'among the first'],
    ['Donnerstag#26', 'among the first'],
    ['Listopad2026!', 'among the first'],
    ['Октябрь2026!!', 'among the first'],
    // Greetings, and the word itself.
    ['Willkommen#2026', 'among the first'],
    ['W1llkommen2026', 'among the first'],
    ['Bienvenue2026!', 'among the first'],
    ['MotDePasse2026!', 'among the first'],
    ['Passwort!2026!', 'among the first'],
    ['Wachtwoord-2026', 'among the first'],
    ['Пароль2026!!!', 'among the first'],
    ['Administrador#26', 'among the first'],
  ])('may not be %j', async (password, fault) => {
    expect(await passwordFault(password, email, ['Harbor', 'docs.harbor.example'])).toContain(fault);
  });

  it('that is refused for its length is none that anybody can have', () => {
    expect(canBePassword('x'.repeat(256))).toBe(true);
    expect(canBePassword('x'.repeat(257))).toBe(false);
    expect(canBePassword('e\u0301'.repeat(256))).toBe(true);
    expect(canBePassword('x'.repeat(10_000_000))).toBe(false);
  });
});

describe('hashing', () => {
  const hasher = argon2Hasher();

  it('is argon2id with 64 MiB, three passes and one lane, salted', async () => {
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

  it('has a dummy of the same cost and shape, which no password fits', async () => {
    const real = (await hasher.hash('a long enough secret')).split('$');
    const dummy = hasher.dummy.split('$');
    expect(dummy.slice(0, 4)).toEqual(real.slice(0, 4));
    expect(dummy.map((part) => part.length)).toEqual(real.map((part) => part.length));
    for (const password of ['', 'salt', '\0'.repeat(32)]) {
      expect(await hasher.verify(hasher.dummy, password)).toBe(false);
    }
  });

  it('does two at a time and turns away who would wait too long', async () => {
    let running = 0;
    let most = 0;
    const counted = {
      ...quickArgon2,
      hash: async (password: string) => {
        most = Math.max(most, ++running);
        const hash = await quickArgon2.hash(password);
        running--;
        return hash;
      },
    };
    const queue = hashingQueue(counted, { concurrency: 2, waiting: 5 });
    const results = await Promise.all(Array.from({ length: 10 }, () => queue.hash('a long enough secret')));
    expect(most).toBe(2);
    expect(results.map((result) => result === 'busy')).toEqual([
      ...Array(7).fill(false),
      ...Array(3).fill(true),
    ]);
    expect(await queue.hash('a long enough secret')).not.toBe('busy');
  });

  it('goes on after one that failed', async () => {
    const queue = hashingQueue(quickArgon2, { concurrency: 1, waiting: 5 });
    const broken = queue.verify('not a hash', 'x');
    const next = queue.hash('a long enough secret');
    await expect(broken).rejects.toThrow();
    expect(await next).toContain('argon2id');
  });

  it('matches nothing without a hash', async () => {
    const queue = hashingQueue(quickArgon2, { concurrency: 2, waiting: 5 });
    for (const hash of [null, undefined]) expect(await queue.verify(hash, '')).toBe('mismatch');
    expect(await queue.verify(await queue.hash('a long enough secret'), 'a long enough secret')).toBe(
      'match',
    );
  });
});
