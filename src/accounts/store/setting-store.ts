import { z } from 'zod';
import { type Database, insertInto, readFirstRow, runAll } from '../../storage/database.ts';
import type { AuditNote } from '../audit.ts';
import { writeAuditStatements } from './audit-store.ts';

const settingRow = z.object({ value: z.string() });

/** Settings that administrators change while the site runs, stored as JSON by name. */
export interface SettingStore {
  /** Returns the value of a setting as it was stored, or `undefined`. Callers must check its type. */
  readSetting(name: string): Promise<unknown>;
  /** Stores a setting, which must be serializable as JSON; `undefined` removes it. */
  setSetting(name: string, value: unknown, at: number, note?: AuditNote): Promise<void>;
}

export function createSettingStore(database: Database): SettingStore {
  const { names, query, transaction } = database;
  return {
    readSetting: async (name) => {
      const result = await query(`SELECT value FROM ${names.settings} WHERE name = $1`, [name]);
      const value = readFirstRow(result, settingRow)?.value;
      return value === undefined ? undefined : JSON.parse(value);
    },
    setSetting: (name, value, at, note) =>
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
        yield* runAll([change, ...writeAuditStatements(database, note, undefined)]);
      }),
  };
}
