/**
 * A process of its own on one store, for tests: `child.ts <task> <file> <name>`. Each line it prints is one thing
 * that the store has acknowledged.
 */
import { writeSync } from 'node:fs';
import path from 'node:path';
import { defaultLimits } from '../src/accounts/limits.ts';
import { restoreAccounts } from '../src/accounts/store/restore-accounts.ts';
import { createStore } from '../src/accounts/store/store.ts';
import { makeBackup } from '../src/features/backups/make-backup.ts';
import { importPeople } from '../src/features/people-import/import-people.ts';
import type { Work } from '../src/storage/database.ts';
import { openDatabase } from '../src/storage/open-database.ts';
import { backUpFolder } from '../src/storage/sqlite/backup.ts';
import { openSqlite } from '../src/storage/sqlite/open-sqlite.ts';
import { StoreError } from '../src/storage/store-error.ts';
import { accountsFile } from '../src/storage/tables.ts';
import { allDataFiles } from './data-files.ts';
import { guestBook } from './guest-book.ts';
import { createAccountNamed, createSession } from './store-fixtures.ts';
import { openSqliteStore } from './stores.ts';

const [task = '', file = '', name = ''] = process.argv.slice(2);

// Not console.log: what was printed must be out of this process when it is killed.
function say(line: string): void {
  writeSync(1, `${line}\n`);
}

const tasks: Record<string, () => Promise<void>> = {
  /** Continues as a user for whom permissions count. Only now, because every module has been loaded. */
  'open-without-privileges': async () => {
    if (process.getuid?.() === 0) {
      process.setgroups?.([]);
      process.setgid?.(65_534);
      process.setuid?.(65_534);
    }
    await openSqliteStore(file).close();
    say('opened');
  },

  /** New files, each at the moment when the other processes open it too: the clock names file and moment. */
  'open-together': async () => {
    const slotMs = 25;
    for (let slot = Math.ceil(Date.now() / slotMs), n = 0; n < 30; slot++, n++) {
      while (Date.now() < slot * slotMs);
      for (const declaration of allDataFiles)
        await openSqlite(`${file}-${slot}-${declaration.name}`, declaration).close();
    }
    say('opened');
  },

  /**
   * A feature's tables, in the file or the database at this URL, at the time `name`, when other processes do it too.
   */
  'open-guest-book': async () => {
    while (Date.now() < Number(name));
    const environment = file.startsWith('postgres:')
      ? { DATA_DIR: 'none', DATABASE_URL: file }
      : { DATA_DIR: file };
    const { query, names, close } = await openDatabase(environment, guestBook);
    await query(`INSERT INTO ${names.greetings} (reader, text, at) VALUES ($1, 'Hello', 1)`, [
      String(process.pid),
    ]);
    await close();
    say('opened');
  },

  /** Accounts and sessions until it is killed. */
  write: async () => {
    const store = openSqliteStore(file);
    for (let n = 0; ; n++) {
      const account = createAccountNamed(`${name}${n}`);
      await store.addAccount(account);
      await store.addSession(createSession(account, `token-${name}${n}`));
      say(`${name}${n}`);
    }
  },

  /** Imports people, and kills itself after so many statements of the transaction; 0: not at all. */
  import: async () => {
    const database = openSqlite(file, accountsFile);
    function* killAfterStep<T>(work: Work<T>): Work<T> {
      let step = work.next();
      for (let statements = 1; !step.done; statements++) {
        const result = yield step.value;
        if (statements === Number(name)) process.kill(process.pid, 'SIGKILL');
        step = work.next(result);
      }
      return step.value;
    }
    const store = createStore({
      ...database,
      transaction: (work) => database.transaction(() => killAfterStep(work())),
    });
    const people = Array.from({ length: 600 }, (_, line) => ({
      line,
      email: `p${line}@example.com`,
      name: '',
      role: 'reader' as const,
    }));
    const { added, there } = await importPeople(
      { store, clock: Date.now, limits: defaultLimits },
      people,
      'ana',
    );
    await store.close();
    say(`${added.length} ${there}`);
  },

  /** One backup after the other until it is killed. */
  backup: async () => {
    for (let n = 0; ; n++) {
      await backUpFolder(path.dirname(file), `${name}-${n}`, allDataFiles);
      say(`${name}-${n}`);
    }
  },

  /** Creates backups in a folder like the server, one after the other until the process is killed. */
  backups: async () => {
    for (;;) {
      say('begun');
      await makeBackup(
        { source: { dataDir: path.dirname(file) }, dataFiles: allDataFiles, folder: name, keep: 1_000 },
        Date.now(),
      );
    }
  },

  /** One of two backups and then the other, until it is killed. */
  restore: async () => {
    for (let n = 0; ; n++) {
      restoreAccounts(
        path.dirname(file),
        `${name}-${n % 2}`,
        { at: n, event: 'store-restored' },
        allDataFiles,
      );
      say(`${n % 2}`);
    }
  },

  /** A little of everything that must be atomic between processes. */
  compete: async () => {
    const store = openSqliteStore(file);
    if (await store.addFirstAccount(createAccountNamed(`first-${name}`, { role: 'administrator' })))
      say('first');
    const ownAccount = createAccountNamed(name, { role: 'administrator' });
    await store.addAccount(ownAccount);
    for (let n = 0; n < 20; n++) {
      await store.addAccount(createAccountNamed(`${name}-${n}`));
      const { full } = await store.countAttempt([{ key: 'shared', limit: 10, windowMs: 60_000 }], 1_000);
      if (full === undefined) say('attempt');
    }
    for (const { id, role } of await store.listAccounts()) {
      if (role === 'administrator') await store.setRole(id, 'reader', 'local');
    }
    await store.close();
  },
};

try {
  await tasks[task]?.();
} catch (error) {
  if (!(error instanceof StoreError)) throw error;
  say(error.code);
}
