import { expect, test } from 'vitest';
import { tellLeftOut } from './left-out.ts';

const missing = new Map([
  ['nginx', 'apt-get install nginx-light'],
  ['caddy', 'apt-get install caddy'],
  ['php', 'apt-get install php-cli'],
]);

test('lists each test whose program is missing once, and a file with only such tests by its name', () => {
  const tests = [
    { file: 'proxies.test.ts', fullName: 'behind nginx', tags: ['nginx'], skipped: true },
    { file: 'proxies.test.ts', fullName: 'behind both', tags: ['caddy', 'nginx'], skipped: true },
    { file: 'proxies.test.ts', fullName: 'of the example', tags: [], skipped: false },
    { file: 'load.test.ts', fullName: 'one', tags: ['nginx'], skipped: true },
    { file: 'load.test.ts', fullName: 'two', tags: ['nginx'], skipped: true },
  ];
  expect(tellLeftOut(tests, missing)).toEqual([
    '',
    'Left out without nginx (apt-get install nginx-light):',
    '  proxies.test.ts: behind nginx',
    '  load.test.ts (all 2)',
    '',
    'Left out without caddy (apt-get install caddy):',
    '  proxies.test.ts: behind both',
    '',
    '4 left out, because this machine has no nginx, no caddy',
  ]);
});

test('reports nothing if every program is installed, or if no test needs the missing one', () => {
  const passedTest = { file: 'a.test.ts', fullName: 'a', tags: ['git'], skipped: false };
  expect(tellLeftOut([passedTest, { ...passedTest, tags: [], skipped: true }], missing)).toEqual([]);
});
