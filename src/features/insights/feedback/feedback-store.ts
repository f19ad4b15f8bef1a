import { z } from 'zod';
import { listColumns } from '../../../storage/data-file.ts';
import { collectParameters, insertInto, readKnownRows, readNumber, run } from '../../../storage/database.ts';
import { openDatabase, type StorageEnvironment } from '../../../storage/open-database.ts';
import { feedbackFile } from '../data-files.ts';
import {
  type Feedback,
  feedbackRow,
  hashFeedbackId,
  type Report,
  type SettledFeedback,
  settledRow,
} from './feedback.ts';

/** A limit far above what a person writes. */
const REPORTS_PER_READER_MAX = 500;

interface FeedbackQuery {
  /** Words that must all occur in page, passage, comment or note, ignoring case. */
  search: string;
  state?: SettledFeedback['state'] | undefined;
  sort: 'at' | 'page' | 'helpful' | 'state';
  descending: boolean;
  offset: number;
  limit: number;
}

const countRow = z.object({ page: z.string(), helpful: z.int(), answers: z.int() });

/** How many readers found a page helpful, of those who gave feedback. */
export type HelpfulCount = Pick<z.infer<typeof countRow>, 'helpful' | 'answers'>;

/** Feedback of readers, stored in SQLite or PostgreSQL. Every method rejects with a `StoreError` if the store fails. */
export interface FeedbackStore {
  /** Stores a reader's answer about a page, and replaces an earlier one. */
  put(feedback: Feedback): Promise<void>;
  /** Stores a reader's report, and replaces an earlier one. Returns `false` if the reader has too many. */
  putReport(report: Report): Promise<boolean>;
  /** Lists the feedback on all pages, or on one page, newest first. */
  list(page?: string): Promise<Feedback[]>;
  /** Lists the feedback of one reader, oldest first. */
  listByReader(reader: string): Promise<Feedback[]>;
  /** Counts the readers of each of these pages who gave feedback from `since` until before `until`. */
  countByPage(query: {
    pages: readonly string[];
    since: number;
    until?: number | undefined;
  }): Promise<Map<string, HelpfulCount>>;
  /** Returns one page of the list that administrators see, and the total number of rows. */
  readPage(query: FeedbackQuery): Promise<{ rows: SettledFeedback[]; total: number }>;
  /** Stores what an administrator did. Returns `false` if the reader has changed or deleted the feedback since `at`. */
  settle(
    feedback: Pick<Feedback, 'page' | 'reader' | 'at' | 'kind' | 'passage'>,
    settlement: Pick<SettledFeedback, 'state' | 'note'>,
  ): Promise<boolean>;
  /** Removes feedback that was last changed before this time. */
  removeBefore(at: number): Promise<void>;
  removeByReader(reader: string): Promise<void>;
}

/**
 * Opens the feedback by itself, without the counts. Rejects with a `StoreError` if it can't be used. Lists leave out
 * feedback of a kind or state that only a newer version knows, and report it to `onUnknownRow`.
 */
export async function openFeedback(
  environment: StorageEnvironment,
  onUnknownRow: (reason: Error) => void = () => {},
): Promise<FeedbackStore & { close(): Promise<void> }> {
  const database = await openDatabase(environment, feedbackFile);
  const { names, tables, query, transaction, byteOrder, position, elements, close } = database;
  const order = { at: 'at', page: `page ${byteOrder}`, helpful: 'helpful', state: 'state' };
  /** Both tables as one. A comparison gives each database its own kind of false. */
  const entries = `(
    SELECT ${listColumns(tables.feedback)}, NULL AS kind, NULL AS passage, NULL AS release FROM ${names.feedback}
    UNION ALL
    SELECT page, reader, 1 = 0 AS helpful, comment, at, state, note, kind, passage, release FROM ${names.reports}
  ) AS entries`;
  // Databases disagree about where null comes.
  const reportOrder = `coalesce(kind, '') ${byteOrder}, coalesce(passage, '') ${byteOrder}`;
  const remove = async (condition: string, value: string | number) => {
    await query(`DELETE FROM ${names.feedback} WHERE ${condition}`, [value]);
    await query(`DELETE FROM ${names.reports} WHERE ${condition}`, [value]);
  };
  return {
    put: async ({ page, reader, helpful, comment, at }) => {
      // Feedback that the reader has changed is open again.
      const onConflict = `ON CONFLICT (page, reader)
        DO UPDATE SET helpful = excluded.helpful, comment = excluded.comment, at = excluded.at, state = CASE
          WHEN feedback.helpful = excluded.helpful AND feedback.comment = excluded.comment THEN feedback.state
          ELSE excluded.state END`;
      const row = { page, reader, helpful, comment, at, state: 'open', note: '' };
      await query(...insertInto(database, 'feedback', row, onConflict));
    },
    putReport: (report) =>
      transaction(function* () {
        const count = `SELECT count(*) AS n FROM ${names.reports} WHERE reader = $1`;
        if ((readNumber(yield* run(count, [report.reader]), 'n') ?? 0) >= REPORTS_PER_READER_MAX)
          return false;
        const replace = `ON CONFLICT (id) DO UPDATE SET comment = excluded.comment,
          release = excluded.release, at = excluded.at, state = excluded.state`;
        yield* run(
          ...insertInto(
            database,
            'reports',
            { ...report, id: hashFeedbackId(report), state: 'open', note: '' },
            replace,
          ),
        );
        return true;
      }),
    list: async (page) => {
      const all = await query(
        `SELECT page, reader, helpful, comment, at, kind, passage, release FROM ${entries}
         WHERE CAST($1 AS text) IS NULL OR page = $1
         ORDER BY at DESC, page ${byteOrder}, reader ${byteOrder}, ${reportOrder}`,
        [page ?? null],
      );
      return readKnownRows(all, feedbackRow, onUnknownRow);
    },
    listByReader: async (reader) => {
      const all = `SELECT * FROM ${entries} WHERE reader = $1 ORDER BY at, page, ${reportOrder}`;
      return readKnownRows(await query(all, [reader]), feedbackRow, onUnknownRow);
    },
    countByPage: async ({ pages, since, until = Number.MAX_SAFE_INTEGER }) => {
      const { rows } = await query(
        `SELECT page, sum(CASE WHEN helpful THEN 1 ELSE 0 END) AS helpful, count(*) AS answers FROM ${names.feedback}
         WHERE at >= $1 AND at < $2 AND page IN (SELECT value ->> 0 FROM ${elements('$3')}) GROUP BY page`,
        [since, until, JSON.stringify(pages.map((page) => [page]))],
      );
      return new Map(
        z
          .array(countRow)
          .parse(rows)
          .map(({ page, ...count }) => [page, count]),
      );
    },
    readPage: async ({ search, state, sort, descending, offset, limit }) => {
      const value = collectParameters();
      const text = "lower(page || ' ' || coalesce(passage, '') || ' ' || comment || ' ' || note)";
      const words = search.toLowerCase().split(/\s+/).filter(Boolean);
      const conditions = words.map((word) => `${position}(${text}, ${value(word)}) > 0`);
      if (state !== undefined) conditions.push(`state = ${value(state)}`);
      const from = `FROM ${entries} ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}`;
      const total = readNumber(await query(`SELECT count(*) AS n ${from}`, value.values), 'n') ?? 0;
      const by = `${order[sort]} ${descending ? 'DESC' : 'ASC'}, at DESC, page ${byteOrder}, reader ${byteOrder}, ${reportOrder}`;
      const matchingRows = await query(
        `SELECT * ${from} ORDER BY ${by} LIMIT ${value(limit)} OFFSET ${value(offset)}`,
        value.values,
      );
      return { rows: readKnownRows(matchingRows, settledRow, onUnknownRow), total };
    },
    settle: async (feedback, { state, note }) => {
      const { page, reader, at, kind } = feedback;
      const set = 'SET state = $2, note = $3 WHERE at = $1 AND';
      const settledRows = await (kind === undefined
        ? query(`UPDATE ${names.feedback} ${set} page = $4 AND reader = $5`, [at, state, note, page, reader])
        : query(`UPDATE ${names.reports} ${set} id = $4`, [at, state, note, hashFeedbackId(feedback)]));
      return settledRows.changes > 0;
    },
    removeBefore: (at) => remove('at < $1', at),
    removeByReader: (reader) => remove('reader = $1', reader),
    close,
  };
}
