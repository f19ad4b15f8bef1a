import { z } from 'zod';
import type { Database, DatabaseEvent, Statement } from '../../storage/database.ts';

/** Messages between processes. Processes of the previous release send and read them too. */
const sessionMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('started'), tokenHash: z.string() }),
  z.object({ kind: z.literal('ended'), tokenHash: z.string() }),
  z.object({ kind: z.literal('all-ended'), accountId: z.string() }),
]);
type SessionMessage = z.infer<typeof sessionMessage>;

/** A message about sessions, or a change in how reliably messages arrive (see `DatabaseEvent`). */
export type SessionEvent = SessionMessage | Exclude<DatabaseEvent, { kind: 'message' }>;

/** Statements that send a message to all processes. Run them in the transaction of the change. */
export function publishSessionMessage(database: Database, message: SessionMessage): readonly Statement[] {
  return database.publish(JSON.stringify(message));
}

/**
 * Parses what another process sent. After a message that this version can't read, sessions are
 * read again.
 */
export function toSessionEvent(event: DatabaseEvent): SessionEvent {
  if (event.kind !== 'message') return event;
  try {
    return sessionMessage.parse(JSON.parse(event.text));
  } catch {
    // A newer version may have sent a message that we can't read. It may be about any session.
    return { kind: 'connected' };
  }
}
