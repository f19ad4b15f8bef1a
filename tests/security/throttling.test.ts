import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createArgon2Hasher } from '../../src/accounts/passwords/hashing-queue.ts';
import { english as texts } from '../../src/config/texts.ts';
import { openPageAfterForm } from '../../testing/after-form.ts';
import { reader, startServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeEach(async () => {
  // The proxy adds the last address of `X-Forwarded-For`, so a test can come from any address.
  server = await startServer({ environment: { LOG_LEVEL: 'error', TRUST_PROXY: true } });
});
afterEach(() => server.close());

type Sending = 'json' | 'form';

async function guess(
  from: string,
  email: string = reader.email,
  password = 'wrong',
  as: Sending = 'json',
): Promise<number> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/auth/sign-in',
    headers: {
      host: 'localhost',
      'x-forwarded-for': from,
      'content-type': as === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
    },
    payload:
      as === 'json'
        ? JSON.stringify({ email, password })
        : new URLSearchParams({ email, password }).toString(),
  });
  if (answer.statusCode !== 303 || answer.headers.location === '/') return answer.statusCode;
  // A form always redirects, so the text of its page shows the result.
  const { body } = await openPageAfterForm(server, answer);
  return body.includes(texts.wrongCredentials) ? 401 : 429;
}

async function makeGuesses(count: number, one: (at: number) => Promise<number>): Promise<number[]> {
  const statuses = [];
  for (let at = 0; at < count; at++) statuses.push(await one(at));
  return statuses;
}

const countAttempts = (statuses: readonly number[]) => statuses.filter((status) => status === 401).length;

describe('guessing is stopped', () => {
  test('stops guesses at one account from one address, by form and JSON together', async () => {
    const statuses = await makeGuesses(12, (at) =>
      guess('198.51.100.7', reader.email, 'wrong', at % 2 ? 'form' : 'json'),
    );
    expect(countAttempts(statuses)).toBe(5);
    expect(await guess('198.51.100.7', reader.email, reader.password)).toBe(429);
  });

  test('stops guesses however the account is written', async () => {
    const spellings = [
      'ana@lurana.example',
      'ANA@lurana.example',
      ' ana@lurana.example',
      'ana@lurana.example ',
      'Ana@Lurana.Example',
      '\tana@lurana.example\n',
      'ana@LURANA.EXAMPLE',
      'aNa@lurana.example',
    ];
    expect(countAttempts(await makeGuesses(16, (at) => guess('198.51.100.7', spellings[at % 8] ?? '')))).toBe(
      5,
    );
  });

  test('stops guesses at many accounts from one address', async () => {
    expect(
      countAttempts(await makeGuesses(40, (at) => guess('198.51.100.7', `user${at}@lurana.example`))),
    ).toBe(30);
  });

  test('stops guesses from any number of addresses of one IPv6 /64, and not from its neighbour', async () => {
    const createAddressInside = (at: number) => `2001:db8:1:2:${at.toString(16)}:${(at * 7).toString(16)}::1`;
    expect(
      countAttempts(
        await makeGuesses(40, (at) => guess(createAddressInside(at), `user${at}@lurana.example`)),
      ),
    ).toBe(30);
    expect(await guess('2001:db8:1:3::1', 'user1@lurana.example')).toBe(401);
  });

  test.each([
    ['an IPv4 address in IPv6 form', ['198.51.100.7', '::ffff:198.51.100.7', '::ffff:c633:6407']],
    ['one IPv6 address in several spellings', ['2001:db8::1', '2001:DB8:0:0:0:0:0:1', '2001:0db8::0001']],
  ])('stops guesses from %s', async (_, spellings) => {
    expect(countAttempts(await makeGuesses(12, (at) => guess(spellings[at % spellings.length] ?? '')))).toBe(
      5,
    );
  });

  test('stops guesses at one account from a hundred addresses', async () => {
    expect(countAttempts(await makeGuesses(120, (at) => guess(`203.0.113.${at}`)))).toBe(100);
  });

  test('stops a hundred guesses that arrive at once', async () => {
    const statuses = await Promise.all(Array.from({ length: 100 }, () => guess('198.51.100.7')));
    expect(countAttempts(statuses)).toBe(5);
  });

  test.each(['a', '', 'unknown', '"', '127.0.0.1:80', '[::1]', '10.0.0.1, ', '\u00e9'])(
    'stops guesses in spite of an invalid address (%j)',
    async (from) => {
      const statuses = await makeGuesses(12, () => guess(from));
      expect(countAttempts(statuses)).toBeLessThanOrEqual(5);
      expect(statuses.slice(-2)).toEqual([429, 429]);
    },
  );

  test('stops guesses at names without an account as well, so being stopped reveals nothing', async () => {
    expect(await makeGuesses(7, () => guess('198.51.100.7'))).toEqual(
      await makeGuesses(7, () => guess('198.51.100.8', 'nobody@lurana.example')),
    );
  });
});

describe("users aren't locked out by others", () => {
  test("an outsider who spends every guess at an account doesn't keep its reader from signing in", async () => {
    const home = '192.0.2.10';
    expect(await guess(home, reader.email, reader.password)).toBe(200);
    await makeGuesses(120, (at) => guess(`203.0.113.${at}`));
    expect(await guess('203.0.113.200')).toBe(429);
    expect(await guess(home, reader.email, reader.password)).toBe(200);
  });

  test('an outsider in one network can’t keep users in another from signing in, known or not', async () => {
    await makeGuesses(40, (at) => guess('198.51.100.7', `user${at}@lurana.example`));
    await makeGuesses(10, () => guess('198.51.100.7'));
    expect(await guess('192.0.2.10', reader.email, reader.password)).toBe(200);
  });

  test('colleagues behind one address sign in as often as they like', async () => {
    const statuses = await makeGuesses(60, () => guess('192.0.2.10', reader.email, reader.password));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('open sessions continue, whatever happens at sign-in', async () => {
    const cookie = await server.signIn();
    await makeGuesses(120, (at) => guess(`203.0.113.${at}`));
    expect((await server.get('/docs/Tasks', { cookie })).statusCode).toBe(200);
  });
});

test('only the proxy’s own header decides where a guess comes from', async () => {
  const names = [
    'x-real-ip',
    'x-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'forwarded',
    'x-cluster-client-ip',
    'x-original-forwarded-for',
    'client-ip',
  ];
  const statuses = await makeGuesses(12, async (at) => {
    const name = names[at % names.length] ?? '';
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: '/auth/sign-in',
      headers: {
        host: 'localhost',
        [name]: name === 'forwarded' ? `for=203.0.113.${at}` : `203.0.113.${at}`,
      },
      payload: { email: reader.email, password: 'wrong' },
    });
    return statusCode;
  });
  expect(countAttempts(statuses)).toBe(5);
});

/** One household can have 256 IPv6 networks, and any number of concurrent requests. */
test('a flood of guesses from one household doesn’t keep other users from signing in', async () => {
  await server.close();
  // Passwords are hashed with the real cost, because attackers compete for that time.
  server = await startServer({
    environment: { LOG_LEVEL: 'error', TRUST_PROXY: true },
    hasher: createArgon2Hasher(),
  });
  let stop = false;
  let guessCount = 0;
  const flood = Array.from({ length: 60 }, async (_, index) => {
    for (let n = index; !stop; n += 60) {
      guessCount++;
      const status = await guess(`2001:db8:bb:${(n % 256).toString(16)}::1`, `user${n}@example.com`);
      // The queue is full, or the household has used its attempts. A real attacker tries again immediately.
      if (status === 429) await new Promise(setImmediate);
    }
  });
  try {
    await expect.poll(() => guessCount).toBeGreaterThan(100);
    for (let at = 0; at < 5; at++)
      expect(await guess(`203.0.113.${at}`, reader.email, reader.password)).toBe(200);
  } finally {
    stop = true;
    await Promise.all(flood);
  }
});
