import { z } from 'zod';
import { type Database, firstOf, insertInto, runAll } from '../../storage/database.ts';
import type { AuditNote } from '../audit.ts';
import { noted } from './audit-store.ts';

const settingRow = z.object({ value: z.string() });

/** What administrators set while the site runs, each as JSON by its name. */
export function settingStore(database: Database) {
  const { names, query, transaction } = database;
  return {
    setting: async (name: string): Promise<unknown> => {
      const found = await query(`SELECT value FROM ${names.settings} WHERE name = $1`, [name]);
      const value = firstOf(found, settingRow)?.value;
      return value === undefined ? undefined : JSON.parse(value);
    },
    /** `undefined` takes it away. */
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
        yield* runAll([change, ...noted(database, note, undefined)]);
      }),
  };
}
