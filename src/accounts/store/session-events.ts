import { z } from 'zod';
import type { Database, DatabaseEvent, Statement } from '../../storage/database.ts';

/** Processes of the release before send and read these too. */
const sessionMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('started'), tokenHash: z.string() }),
  z.object({ kind: z.literal('ended'), tokenHash: z.string() }),
  z.object({ kind: z.literal('all-ended'), accountId: z.string() }),
]);
type SessionMessage = z.infer<typeof sessionMessage>;

/** What a process learns of sessions, and how far it may rely on learning of them: see `DatabaseEvent`. */
export type SessionEvent = SessionMessage | Exclude<DatabaseEvent, { kind: 'message' }>;

export function published(database: Database, message: SessionMessage): readonly Statement[] {
  return database.publish(JSON.stringify(message));
}

export function sessionEventOf(event: DatabaseEvent): SessionEvent {
  if (event.kind !== 'message') return event;
  try {
    return sessionMessage.parse(JSON.parse(event.text));
  } catch {
    // What we cannot read, a newer version wrote: it may be about any session.
    return { kind: 'connected' };
  }
}
