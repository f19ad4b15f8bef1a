import { openSharedFile } from '../storage/open-shared-file.ts';
import type { Feedback, FeedbackStore } from './feedback.ts';

export const feedbackSchema = `
  CREATE TABLE IF NOT EXISTS feedback (
    page TEXT NOT NULL, reader TEXT NOT NULL, helpful INTEGER NOT NULL, comment TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (page, reader)
  ) WITHOUT ROWID;
`;

/** Feedback in its own SQLite file: losing it loses nothing that a reader needs. */
export function openFeedbackFile(file: string): FeedbackStore {
  const db = openSharedFile(file, feedbackSchema);
  const put = db.prepare(
    `INSERT INTO feedback VALUES (:page, :reader, :helpful, :comment, :at)
     ON CONFLICT DO UPDATE SET helpful = excluded.helpful, comment = excluded.comment, at = excluded.at`,
  );
  const all = db.prepare('SELECT * FROM feedback ORDER BY at DESC, page, reader');
  const ofPage = db.prepare('SELECT * FROM feedback WHERE page = ? ORDER BY at DESC, reader');
  return {
    async put({ page, reader, helpful, comment, at }) {
      put.run({ page, reader, helpful: helpful ? 1 : 0, comment, at });
    },
    async list(page) {
      return (page === undefined ? all.all() : ofPage.all(page)).map(feedbackOf);
    },
    async removeBefore(at) {
      db.prepare('DELETE FROM feedback WHERE at < ?').run(at);
    },
    async removeOf(reader) {
      db.prepare('DELETE FROM feedback WHERE reader = ?').run(reader);
    },
    async close() {
      db.close();
    },
  };
}

function feedbackOf(row: Record<string, unknown>): Feedback {
  return {
    page: String(row.page),
    reader: String(row.reader),
    helpful: row.helpful === 1,
    comment: String(row.comment),
    at: Number(row.at),
  };
}
