import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { allDataFiles } from '../../testing/data-files.ts';
import { type Databases, execute, openSharedPostgres } from '../../testing/postgres.ts';
import { listTables } from './data-file.ts';
import { locateDataFile } from './open-database.ts';
import { migratePostgres } from './postgres/migrate.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';

/** Lists the declared columns of each table in alphabetical order, without derived ones that this database lacks. */
function listDeclaredColumns(actualColumns: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(
    listTables(allDataFiles).map(({ name, columns, derived = '' }) => {
      const derivedColumns = derived.split(' ').filter((one) => actualColumns[name]?.includes(one));
      return [name, [...columns.split(' '), ...derivedColumns].toSorted()];
    }),
  );
}

describe('the list of tables matches', () => {
  it('SQLite, with each table in its file', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tables-'));
    const actualColumns: Record<string, string[]> = {};
    for (const dataFile of allDataFiles) {
      const file = locateDataFile({ DATA_DIR: folder }, dataFile);
      await openSqlite(file, dataFile).close();
      const database = new DatabaseSync(file);
      const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
      // Files with migrations of their own also store their version.
      const versions = dataFile.migrations.length > 0 ? ['data_versions'] : [];
      expect(names.map(({ name }) => name).toSorted()).toEqual(
        [...versions, ...Object.keys(dataFile.tables)].toSorted(),
      );
      for (const name of Object.keys(dataFile.tables)) {
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
      server = await openSharedPostgres();
    });

    it('has all columns', async () => {
      const url = await server.createDatabase();
      await migratePostgres(url, allDataFiles);
      const rows = await execute(
        url,
        `SELECT relname AS name, array_agg(attname::text ORDER BY attname) AS columns
         FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0
         WHERE relnamespace = 'gatehouse'::regnamespace AND relkind = 'r'
           AND relname NOT IN ('migrations', 'data_versions') GROUP BY relname`,
      );
      const actualColumns = Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
      expect(actualColumns).toEqual(listDeclaredColumns(actualColumns));
    });
  });
});
