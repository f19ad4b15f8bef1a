import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Databases, execute, sharedPostgres } from '../../testing/postgres.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import { dataFileNames, dataFiles, listTables, tableNames, tables } from './tables.ts';

/** Lists the declared columns of each table in alphabetical order, without derived ones that this database lacks. */
function listDeclaredColumns(actualColumns: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(
    tableNames.map((name) => {
      const { columns, derived = '' } = { derived: undefined, ...tables[name] };
      const derivedColumns = derived.split(' ').filter((one) => actualColumns[name]?.includes(one));
      return [name, [...columns.split(' '), ...derivedColumns].toSorted()];
    }),
  );
}

describe('the list of tables matches', () => {
  it('SQLite, with each table in its file', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tables-'));
    const actualColumns: Record<string, string[]> = {};
    for (const content of dataFileNames) {
      const file = path.join(folder, dataFiles[content].name);
      await openSqlite(file, content).close();
      const database = new DatabaseSync(file);
      const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
      expect(names.map(({ name }) => name).toSorted()).toEqual(listTables(content).toSorted());
      for (const name of listTables(content)) {
        const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all(name);
        actualColumns[name] = columns.map((column) => String(column.name)).toSorted();
      }
      database.close();
    }
    rmSync(folder, { recursive: true });
    expect(actualColumns).toEqual(listDeclaredColumns(actualColumns));
  });

  describe('PostgreSQL', () => {
    let server: Databases;
    beforeAll(async () => {
      server = await sharedPostgres();
    });

    it('in all columns', async () => {
      const url = await server.createDatabase();
      await (await openPostgres(url)).close();
      const rows = await execute(
        url,
        `SELECT relname AS name, array_agg(attname::text ORDER BY attname) AS columns
         FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0
         WHERE relnamespace = 'gatehouse'::regnamespace AND relkind = 'r' AND relname <> 'migrations' GROUP BY relname`,
      );
      const actualColumns = Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
      expect(actualColumns).toEqual(listDeclaredColumns(actualColumns));
    });
  });
});
