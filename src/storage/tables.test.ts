import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Databases, execute, sharedPostgres } from '../../testing/postgres.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import { dataFileNames, dataFiles, tableNames, tables, tablesOf } from './tables.ts';

/** Columns of each table, in alphabetical order: what is declared, but for those that only the other database has. */
function declared(there: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(
    tableNames.map((name) => {
      const { columns, derived = '' } = { derived: undefined, ...tables[name] };
      const made = derived.split(' ').filter((one) => there[name]?.includes(one));
      return [name, [...columns.split(' '), ...made].toSorted()];
    }),
  );
}

describe('the list of tables is what', () => {
  it('SQLite has, each in its file', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tables-'));
    const there: Record<string, string[]> = {};
    for (const content of dataFileNames) {
      const file = path.join(folder, dataFiles[content].name);
      await openSqlite(file, content).close();
      const database = new DatabaseSync(file);
      const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
      expect(names.map(({ name }) => name).toSorted()).toEqual(tablesOf(content).toSorted());
      for (const name of tablesOf(content)) {
        const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all(name);
        there[name] = columns.map((column) => String(column.name)).toSorted();
      }
      database.close();
    }
    rmSync(folder, { recursive: true });
    expect(there).toEqual(declared(there));
  });

  describe('PostgreSQL', () => {
    let server: Databases;
    beforeAll(async () => {
      server = await sharedPostgres();
    });

    it('has', async () => {
      const url = await server.createDatabase();
      await (await openPostgres(url)).close();
      const rows = await execute(
        url,
        `SELECT relname AS name, array_agg(attname::text ORDER BY attname) AS columns
         FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0
         WHERE relnamespace = 'gatehouse'::regnamespace AND relkind = 'r' AND relname <> 'migrations' GROUP BY relname`,
      );
      const there = Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
      expect(there).toEqual(declared(there));
    });
  });
});
