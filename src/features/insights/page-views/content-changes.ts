import { z } from 'zod';
import { hashPages } from '../../../releases/page-changes.ts';
import type { Release } from '../../../server/release/release.ts';
import { insertInto, run, type Statement } from '../../../storage/database.ts';
import type { CountsDatabase } from '../data-files.ts';

const contentRow = z.object({ page: z.string(), hash: z.string() });
const changeRow = z.object({ at: z.int().nullable() });

/** When a release last changed each page. Every method rejects with a `StoreError` if the store fails. */
export interface ContentChanges {
  /**
   * Compares the pages of the served release with the stored ones. A page whose content differs, or that is new, has
   * changed at `now`. The pages of the first release have no time.
   */
  record(hashes: ReadonlyMap<string, string>, now: number): Promise<void>;
  /** Returns when the page last changed, in milliseconds since the epoch. Undefined if it's unknown. */
  find(page: string): Promise<number | undefined>;
}

export function createContentChanges(database: CountsDatabase): ContentChanges {
  const { names, query, transaction } = database;
  const contents = names.page_contents;
  // Several processes serve the same release. Only the first one sees a difference.
  const replace = `ON CONFLICT (page) DO UPDATE SET hash = excluded.hash, changed_at = excluded.changed_at
    WHERE page_contents.hash <> excluded.hash`;

  return {
    record: async (hashes, now) => {
      const { rows } = await query(`SELECT page, hash FROM ${contents}`);
      const hashByPath = new Map(
        z
          .array(contentRow)
          .parse(rows)
          .map(({ page, hash }) => [page, hash]),
      );
      const changedAt = hashByPath.size === 0 ? null : now;
      const statements: Statement[] = [];
      for (const [page, hash] of hashes)
        if (hashByPath.get(page) !== hash)
          statements.push(insertInto(database, 'page_contents', { page, hash, changedAt }, replace));
      for (const page of hashByPath.keys())
        if (!hashes.has(page)) statements.push([`DELETE FROM ${contents} WHERE page = $1`, [page]]);
      if (statements.length === 0) return;
      // All or none: with some pages of the first release, the others would seem new.
      await transaction(function* () {
        for (const statement of statements) yield* run(...statement);
      });
    },
    find: async (page) => {
      const { rows } = await query(`SELECT changed_at AS at FROM ${contents} WHERE page = $1`, [page]);
      return z.array(changeRow).parse(rows)[0]?.at ?? undefined;
    },
  };
}

/** Hashes the content of a release's pages. Undefined in the preview for authors, which creates pages on request. */
export function hashServedPages({ entries, languages }: Pick<Release, 'entries' | 'languages'>) {
  const writtenEntries = [...entries.values()].flatMap((entry) => ('make' in entry ? [] : [entry]));
  return writtenEntries.length === entries.size
    ? hashPages({ entries: writtenEntries, languages })
    : undefined;
}
