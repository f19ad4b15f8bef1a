import { z } from 'zod';
import { type Database, insertInto, readFirstRow, runAll } from '../../storage/database.ts';
import type { AuditNote } from '../audit.ts';
import { auditStatements } from './audit-store.ts';

const settingRow = z.object({ value: z.string() });

/** Settings that administrators change while the site runs, stored as JSON by name. */
export function createSettingStore(database: Database) {
  const { names, query, transaction } = database;
  return {
    setting: async (name: string): Promise<unknown> => {
      const result = await query(`SELECT value FROM ${names.settings} WHERE name = $1`, [name]);
      const value = readFirstRow(result, settingRow)?.value;
      return value === undefined ? undefined : JSON.parse(value);
    },
    /** Stores a setting; `undefined` removes it. */
    setSetting: (name: string, value: unknown, at: number, note?: AuditNote): Promise<void> =>
      transaction(function* () {
        const change =
          value === undefined
            ? ([`DELETE FROM ${names.settings} WHERE name = $1`, [name]] as const)
            : insertInto(
                database,
                'settings',
                { name, value: JSON.stringify(value), at },
                'ON CONFLICT (name) DO UPDATE SET value = excluded.value, at = excluded.at',
              );
        yield* runAll([change, ...auditStatements(database, note, undefined)]);
      }),
  };
}
