import { z } from 'zod';
import { collectParameters, type Database, readNumber } from '../../storage/database.ts';
import { fold, foldStale } from './account-pages.ts';
import type { SessionLimits } from './session-store.ts';

/** Which sessions to list, in which order, and which part of the list. */
export interface SessionQuery {
  /** Words that must all occur in name or email, ignoring case and accents. */
  search: string;
  sort: 'last-seen' | 'created' | 'email';
  descending: boolean;
  offset: number;
  limit: number;
}

/** One page of a list of sessions. */
interface SessionPage {
  sessions: LiveSession[];
  /** Number of matching sessions on all pages. */
  total: number;
}

const liveRow = z.object({
  tokenHash: z.string(),
  account: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(['reader', 'administrator']),
  createdAt: z.int(),
  lastSeenAt: z.int(),
  device: z.string().nullable(),
  network: z.string().nullable(),
});
/** A live session with its account. */
export type LiveSession = z.infer<typeof liveRow>;
const LIVE = `s.token_hash AS "tokenHash", s.account_id AS account, a.email, a.name, a.role,
  s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt", s.device, s.network`;

/** The list of sessions for administrators. */
export interface SessionPages {
  /** Returns one page of the live sessions of all accounts, and the total number of matches. */
  readSessionPage(query: SessionQuery, now: number, limits: SessionLimits): Promise<SessionPage>;
}

export function createSessionPages(database: Database): SessionPages {
  const { names, query, position, byteOrder } = database;
  const order = {
    'last-seen': 's.last_seen_at',
    created: 's.created_at',
    email: `a.email ${byteOrder}`,
  };
  return {
    readSessionPage: async (sessionQuery, now, { idleMs, absoluteMs }) => {
      const { search, sort, descending, offset, limit } = sessionQuery;
      await foldStale(database);
      const value = collectParameters();
      const words = fold(search).split(/\s+/).filter(Boolean);
      const conditions = [
        `s.last_seen_at > ${value(now - idleMs)}`,
        `s.created_at > ${value(now - absoluteMs)}`,
        'NOT a.disabled',
        ...words.map((word) => `${position}(a.folded, ${value(word)}) > 0`),
      ];
      const from = `FROM ${names.sessions} s JOIN ${names.accounts} a ON a.id = s.account_id
        WHERE ${conditions.join(' AND ')}`;
      const total = readNumber(await query(`SELECT count(*) AS n ${from}`, value.values), 'n') ?? 0;
      const by = `${order[sort]} ${descending ? 'DESC' : 'ASC'}, s.token_hash`;
      const result = await query(
        `SELECT ${LIVE} ${from} ORDER BY ${by} LIMIT ${value(limit)} OFFSET ${value(offset)}`,
        value.values,
      );
      return { sessions: z.array(liveRow).parse(result.rows), total };
    },
  };
}
