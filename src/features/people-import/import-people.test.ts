import { expect, test } from 'vitest';
import { ada, IdentityFixture, password, rosa } from '../../../testing/identity-fixture.ts';
import { child } from '../../../testing/start-store-child.ts';
import { findAccountState } from '../../accounts/account.ts';
import { createOutbox } from '../../accounts/mail/outbox.ts';
import { parseCsv } from '../../shared/csv.ts';
import { importPeople, planImport } from './import-people.ts';
import { readPeople } from './read-people.ts';
import { writePeople } from './write-people.ts';

const fixture = IdentityFixture.forEachTest();
const parsePeople = (text: string) => readPeople(text).people;
const file =
  'email,name,role\nada@example.com,,reader\nbo@example.com,Bo,\ncleo@example.com,Cleo,administrator\n';

test('adds people without an account, and no one the second time', async () => {
  await fixture.add(ada);
  const { accounts, parts } = fixture.identity;
  const people = parsePeople(file);
  const plan = await planImport(parts, people);
  expect(plan).toMatchObject({
    toAdd: [{ email: 'bo@example.com' }, { email: 'cleo@example.com' }],
    there: [{ email: ada.email }],
    // Existing accounts stay unchanged. An empty name in the file isn't reported as a difference.
    otherwise: [{ person: { line: 2, role: 'reader' }, is: { name: 'Ada', role: 'administrator' } }],
  });
  const { added, there } = await importPeople(parts, people, ada.email);
  expect([added, there]).toMatchObject([[{ email: 'bo@example.com' }, { name: 'Cleo' }], 1]);
  const token = added[0]?.token ?? '';
  const acceptance = await fixture.identity.invites.accept({ token, password, address: '192.0.2.1' });
  expect(acceptance).toMatchObject({
    outcome: 'signed-in',
    user: { email: 'bo@example.com', role: 'reader' },
  });
  expect(await importPeople(parts, people, ada.email)).toEqual({ added: [], there: 3 });
  expect(await accounts.count()).toBe(3);
  expect((await accounts.findByEmail(ada.email))?.role).toBe('administrator');
});

test("doesn't return links that are sent by mail", async () => {
  await fixture.add(ada);
  const mail = createOutbox(fixture.openStore(), () => fixture.now);
  const { parts } = fixture.open({ mail });
  const { added } = await importPeople(parts, parsePeople(file), ada.email);
  expect(added).toEqual([
    { email: 'bo@example.com', name: 'Bo' },
    { email: 'cleo@example.com', name: 'Cleo' },
  ]);
});

test('exports a file that can be imported and contains no spreadsheet formulas', async () => {
  await fixture.add(ada, rosa);
  const { accounts, parts } = fixture.identity;
  const formulas = { line: 1, email: '=cmd@example.com', name: '@SUM(1;2) "x"', role: 'reader' } as const;
  await importPeople(parts, [formulas], ada.email);
  const text = await writePeople(accounts.readPage, {}, (account) => findAccountState(account, 'local'));
  expect(text).toMatch(/^\u{FEFF}email,name,role,groups,state,added,last sign-in\r\n/u);
  expect(text).toContain(
    `"'=cmd@example.com","'@SUM(1;2) ""x""",reader,,invited,2026-01-05T09:00:00.000Z,\r\n`,
  );
  expect(parseCsv(text)).toHaveLength(4);
  const again = readPeople(text);
  expect(again.problems).toEqual([]);
  expect(await planImport(parts, again.people)).toMatchObject({
    toAdd: [],
    there: { length: 3 },
    otherwise: [],
  });
});

test('adds ten thousand people in one transaction, and reports progress', async () => {
  const lines = Array.from({ length: 10_000 }, (_, n) => `person${n}@example.com,Person ${n}`);
  const people = parsePeople(['email,name', ...lines].join('\n'));
  const { accounts, parts } = fixture.identity;
  const seen: number[] = [];
  const { toAdd } = await planImport(parts, people, (done) => seen.push(done));
  expect(seen).toEqual(Array.from({ length: 20 }, (_, part) => (part + 1) * 500));
  seen.length = 0;
  const { added } = await importPeople(parts, toAdd, ada.email, (done) => seen.push(done));
  expect(seen).toEqual(
    [...Array(20).keys(), ...Array.from({ length: 20 }, (_, n) => n + 21)].map((n) => n * 250),
  );
  expect([added.length, await accounts.count()]).toEqual([10_000, 10_000]);
  expect((await planImport(parts, people)).there).toHaveLength(10_000);
});

test('adds no one if the process is killed, and everyone the next time', async () => {
  // Kills the process after the first statement, between two parts, and before the last statement.
  for (const statements of ['1', '4', '8']) {
    const killed = child(fixture.file, 'import', statements);
    expect(await killed.lines).toEqual([]);
    expect(killed.process.signalCode).toBe('SIGKILL');
    expect(await fixture.identity.accounts.count()).toBe(0);
  }
  expect(await child(fixture.file, 'import', '0').lines).toEqual(['600 0']);
  expect(await fixture.identity.accounts.count()).toBe(600);
  expect(await fixture.openStore().listAuditSince(0)).toHaveLength(600);
});
