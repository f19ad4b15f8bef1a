import { z } from 'zod';
import { type Database, numberOf, parameters } from '../../storage/database.ts';
import { fold, foldStale } from './account-pages.ts';
import type { SessionLimits } from './session-store.ts';

export interface SessionQuery {
  /** All of these words are in name or e-mail, whatever their case and accents. */
  search: string;
  sort: 'last-seen' | 'created' | 'email';
  descending: boolean;
  offset: number;
  limit: number;
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
const LIVE = `s.token_hash AS "tokenHash", s.account_id AS account, a.email, a.name, a.role,
  s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt", s.device, s.network`;

export function sessionPages(database: Database) {
  const { names, query, position, byteOrder } = database;
  const order = {
    'last-seen': 's.last_seen_at',
    created: 's.created_at',
    email: `a.email ${byteOrder}`,
  };
  return {
    /** Live sessions of all accounts, with whose they are. */
    pageOfSessions: async (wanted: SessionQuery, now: number, { idleMs, absoluteMs }: SessionLimits) => {
      const { search, sort, descending, offset, limit } = wanted;
      await foldStale(database);
      const value = parameters();
      const words = fold(search).split(/\s+/).filter(Boolean);
      const conditions = [
        `s.last_seen_at > ${value(now - idleMs)}`,
        `s.created_at > ${value(now - absoluteMs)}`,
        'NOT a.disabled',
        ...words.map((word) => `${position}(a.folded, ${value(word)}) > 0`),
      ];
      const from = `FROM ${names.sessions} s JOIN ${names.accounts} a ON a.id = s.account_id
        WHERE ${conditions.join(' AND ')}`;
      const total = numberOf(await query(`SELECT count(*) AS n ${from}`, value.given), 'n') ?? 0;
      const by = `${order[sort]} ${descending ? 'DESC' : 'ASC'}, s.token_hash`;
      const found = await query(
        `SELECT ${LIVE} ${from} ORDER BY ${by} LIMIT ${value(limit)} OFFSET ${value(offset)}`,
        value.given,
      );
      return { sessions: z.array(liveRow).parse(found.rows), total };
    },
  };
}
