import { type Environment, insertInto, openDatabase, readRows, z } from 'gatehouse/feature';
import { noticesFile } from './status-data-file.ts';

const requestRow = z.object({ reader: z.string(), language: z.string() });
type NoticeRequest = z.output<typeof requestRow>;

/** The table of requests, in SQLite or PostgreSQL. */
export interface NoticeRequests {
  /** Stores a request, and replaces an earlier one of the reader. */
  add(request: NoticeRequest, expiresAt: number): Promise<void>;
  /** Removes all requests, and returns those that haven't expired. A request is returned to one process only. */
  takeAll(now: number): Promise<NoticeRequest[]>;
  removeByReader(reader: string): Promise<void>;
  close(): Promise<void>;
}

export async function openNoticeRequests(environment: Environment): Promise<NoticeRequests> {
  const database = await openDatabase(environment, noticesFile);
  const { names, query, close } = database;
  const replace =
    'ON CONFLICT (reader) DO UPDATE SET language = excluded.language, expires_at = excluded.expires_at';
  return {
    add: async (request, expiresAt) => {
      await query(...insertInto(database, 'notice_requests', { ...request, expiresAt }, replace));
    },
    takeAll: async (now) => {
      await query(`DELETE FROM ${names.notice_requests} WHERE expires_at <= $1`, [now]);
      const deletedRows = await query(`DELETE FROM ${names.notice_requests} RETURNING reader, language`);
      return readRows(deletedRows, requestRow);
    },
    removeByReader: async (reader) => {
      await query(`DELETE FROM ${names.notice_requests} WHERE reader = $1`, [reader]);
    },
    close,
  };
}
